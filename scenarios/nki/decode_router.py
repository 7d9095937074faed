"""Which experts a few tokens go to: RMS norm, scores by a matmul, the best eight of each token, their shares."""

import nki
import nki.isa as nisa
import nki.language as nl

P = 128
BEST = 8
TAKEN = -3.0e38


def _tile(shape, dtype=nl.float32, buffer=nl.sbuf):
    return nl.ndarray(shape, dtype=dtype, buffer=buffer)


def _normalised(x, gain, size, eps):
    """Partition p holds elements p * columns and on of every token; one matmul with ones sums their squares."""
    _, tokens, columns = x.shape
    squares = _tile(x.shape)
    nisa.tensor_tensor(dst=squares, data1=x, data2=x, op=nl.multiply)
    sums = _tile((P, tokens))
    nisa.tensor_reduce(dst=sums, data=squares, op=nl.add, axis=(2,))
    ones = _tile((P, P))
    nisa.memset(dst=ones, value=1.0)
    total = _tile((P, tokens), buffer=nl.psum)
    nisa.nc_matmul(dst=total, stationary=ones, moving=sums)
    scale = _tile((P, tokens))
    nisa.activation(dst=scale, op=nl.rsqrt, data=total, scale=1.0 / size, bias=eps)
    scaled = _tile(x.shape, x.dtype)
    each = scale.ap(pattern=[[tokens, P], [1, tokens], [0, columns]])
    nisa.tensor_tensor(dst=scaled, data1=x, data2=each, op=nl.multiply)
    made = _tile(x.shape, x.dtype)
    gains = gain.ap(pattern=[[columns, P], [0, tokens], [1, columns]])
    nisa.tensor_tensor(dst=made, data1=scaled, data2=gains, op=nl.multiply)
    return made


def _shares(scores, choice, best):
    """The scores of the chosen, in sum 1 for each token."""
    tokens, experts = scores.shape
    marked = _tile(scores.shape)
    nisa.nc_match_replace8(dst=marked, data=choice, vals=best, imm=TAKEN)
    taken = _tile(scores.shape)
    nisa.scalar_tensor_tensor(
        dst=taken, data=marked, op0=nl.equal, operand0=TAKEN, op1=nl.multiply, operand1=scores
    )
    total = _tile((tokens, 1))
    nisa.tensor_reduce(dst=total, data=taken, op=nl.add, axis=(1,))
    nonzero = _tile((tokens, 1))
    nisa.tensor_scalar(dst=nonzero, data=total, op0=nl.add, operand0=1e-20)
    inverse = _tile((tokens, 1))
    nisa.reciprocal(dst=inverse, data=nonzero)
    made = _tile(scores.shape)
    nisa.tensor_scalar(
        dst=made, data=taken, op0=nl.multiply, operand0=inverse, op1=nl.multiply, operand1=1.0
    )
    return made


@nki.jit
def route(hidden, gain, weights, bias, eps=1e-6):
    """Shares and scores of all experts and the numbers of the chosen, for each row of `hidden`."""
    tokens, size = hidden.shape
    experts = weights.shape[1]
    columns = size // P
    scores_out = nl.ndarray((tokens, experts), dtype=nl.float32, buffer=nl.shared_hbm)
    numbers_out = nl.ndarray((tokens, BEST), dtype=nl.int32, buffer=nl.shared_hbm)
    shares_out = nl.ndarray((tokens, experts), dtype=nl.float32, buffer=nl.shared_hbm)

    x = _tile((P, tokens, columns), hidden.dtype)
    nisa.dma_copy(dst=x, src=hidden.ap(pattern=[[columns, P], [size, tokens], [1, columns]]))
    gains = _tile((P, columns), gain.dtype)
    nisa.dma_copy(dst=gains, src=gain.ap(pattern=[[columns, P], [1, columns]]))
    w = _tile((P, columns, experts), weights.dtype)
    nisa.dma_copy(
        dst=w.reshape((P, columns * experts)),
        src=weights.ap(pattern=[[columns * experts, P], [1, columns * experts]]),
    )
    biases = _tile((tokens, experts))
    nisa.dma_copy(dst=biases, src=bias.ap(pattern=[[0, tokens], [1, experts]]))

    normalised = _normalised(x, gains, size, eps)
    sums = _tile((tokens, experts), buffer=nl.psum)
    for j in range(columns):
        nisa.nc_matmul(dst=sums, stationary=normalised[:, :, j], moving=w[:, j, :], accumulate=j > 0)

    raw = _tile((tokens, experts))
    nisa.tensor_copy(dst=raw, src=sums)
    nisa.dma_copy(dst=scores_out, src=raw)
    scores = _tile((tokens, experts))
    nisa.activation(dst=scores, op=nl.sigmoid, data=raw)
    choice = _tile((tokens, experts))
    nisa.tensor_tensor(dst=choice, data1=scores, data2=biases, op=nl.add)
    best = _tile((tokens, BEST))
    nisa.max8(dst=best, src=choice)
    places = _tile((tokens, BEST), nl.uint32)
    nisa.nc_find_index8(dst=places, data=choice, vals=best)
    numbers = _tile((tokens, BEST), nl.int32)
    nisa.tensor_copy(dst=numbers, src=places)
    nisa.dma_copy(dst=numbers_out, src=numbers)
    nisa.dma_copy(dst=shares_out, src=_shares(scores, choice, best))
    return shares_out, scores_out, numbers_out
