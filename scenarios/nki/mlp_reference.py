"""What the kernels of mlp_old.py compute."""

from math import erf, pi, sqrt, tanh


def layer(x_t, w, bias, activation):
    rows = list(zip(*(map(float, row) for row in x_t)))
    columns = list(zip(*(map(float, row) for row in w)))
    return [
        [activation(sum(map(float.__mul__, row, column)) + float(b)) for column, b in zip(columns, bias[0])]
        for row in rows
    ]


def gelu(x_t, w, bias):
    return layer(x_t, w, bias, lambda x: 0.5 * x * (1 + erf(x / sqrt(2))))


def by_sigmoid(x_t, w, bias):
    return layer(x_t, w, bias, lambda x: 0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x**3))))
