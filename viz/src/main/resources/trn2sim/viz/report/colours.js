// Which colour stands for what. Operations that share a colour differ in the pattern over it.

/** The place in the series of colours that an operation always has, whatever else is there. */
const HABITUAL = {
  nc_matmul: 0, dma_copy: 1, collective_permute_implicit: 2, all_gather: 2, all_reduce: 2,
  reduce_scatter: 2, all_to_all: 2, dma_transpose: 3,
  tensor_copy: 4, nc_transpose: 5, matmul: 0, load: 1, put: 2, copy: 2,
};

/** Strokes over a colour, as lines from x, y to x, y in a tile of this size; the first has none. */
const TILE = 8;
const SWATCH = 2 * TILE;
const RISING = [[0, 8, 8, 0], [-4, 4, 4, -4], [4, 12, 12, 4]];
const FALLING = RISING.map(([x0, y0, x1, y1]) => [x0, TILE - y0, x1, TILE - y1]);
const PATTERNS = [
  [], RISING, FALLING, [[0, 4, 8, 4]], [[2, 2, 4, 2], [6, 6, 8, 6]], [...RISING, ...FALLING],
];

/** How light a colour looks, from 0 to 255. */
function lightness(colour) {
  const rgb = parseInt(colour.slice(1), 16);
  return 0.3 * (rgb >> 16) + 0.59 * ((rgb >> 8) & 255) + 0.11 * (rgb & 255);
}

/** A canvas with a pattern over a colour, to be repeated. */
function patternTile(colour, strokes) {
  const tile = node('canvas', '', {width: TILE, height: TILE});
  const c = tile.getContext('2d');
  c.fillStyle = colour;
  c.fillRect(0, 0, TILE, TILE);
  c.strokeStyle = lightness(colour) < 170 ? 'rgb(255 255 255 / .8)' : 'rgb(0 0 0 / .6)';
  c.lineWidth = 1.7;
  c.beginPath();
  for (const [x0, y0, x1, y1] of strokes) {
    c.moveTo(x0, y0);
    c.lineTo(x1, y1);
  }
  c.stroke();
  return tile;
}

class Colours {
  constructor(section, operations) {
    this.series = section.dataset.series.split(' ');
    this.places = [];
    this.tiles = [];
    this.fills = [];
    this.choose(operations);
    this.reasons = new Map(section.dataset.reasons.split(' ').map((pair) => pair.split('=')));
    this.operations = operations;
  }

  /** Colours by habit first, then those that fewest have; the first of a colour has no pattern. */
  choose(operations) {
    const uses = this.series.map(() => 0);
    const take = (i, place) => {
      const strokes = PATTERNS[uses[place]++ % PATTERNS.length];
      this.places[i] = place;
      this.fills[i] = this.series[place];
      this.tiles[i] = strokes.length > 0 ? patternTile(this.series[place], strokes) : null;
    };
    const habitual = (name) => Object.hasOwn(HABITUAL, name);
    operations.forEach((name, i) => habitual(name) && take(i, HABITUAL[name]));
    operations.forEach((name, i) => habitual(name) || take(i, uses.indexOf(Math.min(...uses))));
  }

  operation(number) {
    return this.series[this.places[number]];
  }

  /** The colour of an operation, with its pattern if it has one. */
  fill(context, number) {
    const tile = this.tiles[number];
    if (tile && this.fills[number] === this.operation(number)) {
      this.fills[number] = context.createPattern(tile, 'repeat');
    }
    return this.fills[number];
  }

  /** Of a part of an area. */
  part(number) {
    return this.series[(number + 2) % this.series.length];
  }

  /** Black or white, whichever can be read on an operation's colour. */
  ink(number) {
    return lightness(this.operation(number)) > 120 ? '#000' : '#fff';
  }

  reason(label) {
    return this.reasons.get(label);
  }

  /** Text on an operation's bar, with a rim of its colour where there is a pattern. */
  write(context, number, text, x, y) {
    if (this.tiles[number]) {
      context.strokeStyle = this.operation(number);
      context.lineWidth = 4;
      context.lineJoin = 'round';
      context.strokeText(text, x, y);
    }
    context.fillStyle = this.ink(number);
    context.fillText(text, x, y);
  }

  legend(panel, reasons) {
    const key = (label, shape, paint) => {
      const entry = node('span', '', {class: 'key'});
      const swatch = node('canvas', '', {class: 'swatch ' + shape, width: SWATCH, height: SWATCH});
      const context = swatch.getContext('2d');
      context.fillStyle = paint(context);
      context.fillRect(0, 0, SWATCH, SWATCH);
      entry.append(swatch, label);
      panel.append(entry, ' ');
    };
    this.operations.forEach((name, i) => key(name, '', (context) => this.fill(context, i)));
    reasons.forEach((label) => key('waits: ' + label, 'thin', () => this.reason(label)));
  }
}
