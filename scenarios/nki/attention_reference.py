"""What the kernels of attention_old.py compute."""

from math import exp, fsum
from operator import mul


def attention(q, k, v):
    q, k, v = ([list(map(float, row)) for row in matrix] for matrix in (q, k, v))
    keys = list(zip(*k))
    return [weighted([dot(query, key) for key in keys], v) for query in zip(*q)]


def dot(one, other):
    return sum(map(mul, one, other))


def weighted(scores, columns):
    largest = max(scores)
    weights = [exp(score - largest) for score in scores]
    total = fsum(weights)
    return [dot(weights, column) / total for column in columns]
