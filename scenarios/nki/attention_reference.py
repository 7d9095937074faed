"""What the kernels of attention_old.py compute."""

from math import exp, fsum


def attention(q, k, v):
    queries, keys, values = (list(zip(*(map(float, row) for row in m))) for m in (q, k, v))
    return [weighted([dot(query, key) for key in keys], values) for query in queries]


def dot(one, other):
    return sum(a * b for a, b in zip(one, other))


def weighted(scores, values):
    largest = max(scores)
    weights = [exp(score - largest) for score in scores]
    total = fsum(weights)
    return [dot(weights, column) / total for column in zip(*values)]
