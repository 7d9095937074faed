"""What the convolutions should compute, in plain Python."""


def expected(x, weights):
    return [[plane(image, taps) for taps in weights] for image in x]


def pooled(x, weights, bias, pool, rows):
    """With a bias, and the largest of pool x pool results; how many rows go together is no matter."""
    del rows
    images = expected(x, weights)
    return [
        [largest([[v + float(b) for v in row] for row in one], pool) for one, b in zip(image, bias)]
        for image in images
    ]


def largest(rows, pool):
    return [
        [
            max(rows[h + i][w + j] for i in range(pool) for j in range(pool))
            for w in range(0, len(rows[0]), pool)
        ]
        for h in range(0, len(rows), pool)
    ]


def plane(image, taps):
    """One filter over one image: stride 1, no padding."""
    taps_h, taps_w = len(taps[0]), len(taps[0][0])
    out_h, out_w = len(image[0]) - taps_h + 1, len(image[0][0]) - taps_w + 1
    sums = [[0.0] * out_w for _ in range(out_h)]
    for channel, filter_rows in zip(image, taps):
        for dh, weights in enumerate(filter_rows):
            for dw, weight in enumerate(weights):
                for row in range(out_h):
                    source = channel[row + dh]
                    for column in range(out_w):
                        sums[row][column] += weight * source[column + dw]
    return sums
