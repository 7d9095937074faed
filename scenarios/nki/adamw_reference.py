"""What adamw_old.py computes: nested lists or numpy arrays."""


def adamw(theta, gradient, first, second, columns):
    rows = []
    for row in zip(theta, gradient, first, second):
        made = [
            0.99999 * w - 0.001 * (9.0 * m + g) / (999.0 * v + g * g) ** 0.5
            for w, g, m, v in zip(*row)
        ]
        rows.append([made[i : i + columns] for i in range(0, len(made), columns)])
    return rows
