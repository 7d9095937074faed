// Which colour stands for what.

/** The place in the series of colours that an operation always has, whatever else is there. */
const HABITUAL = {
  nc_matmul: 0, dma_copy: 1, collective_permute_implicit: 2, all_gather: 2, dma_transpose: 3,
  tensor_copy: 4, nc_transpose: 5, matmul: 0, load: 1, put: 2, copy: 2,
};

class Colours {
  constructor(section, operations) {
    this.series = section.dataset.series.split(' ');
    const taken = new Set(operations.map((name) => HABITUAL[name]));
    const free = this.series.map((colour, i) => i).filter((i) => !taken.has(i));
    let next = 0;
    this.places = operations.map((name) => HABITUAL[name] ?? free[next++ % free.length] ?? 0);
    this.reasons = new Map(section.dataset.reasons.split(' ').map((pair) => pair.split('=')));
    this.operations = operations;
  }

  operation(number) {
    return this.series[this.places[number]];
  }

  /** Of a part of an area. */
  part(number) {
    return this.series[(number + 2) % this.series.length];
  }

  /** Black or white, whichever can be read on an operation's colour. */
  ink(number) {
    const rgb = parseInt(this.operation(number).slice(1), 16);
    const light = 0.3 * (rgb >> 16) + 0.59 * ((rgb >> 8) & 255) + 0.11 * (rgb & 255);
    return light > 120 ? '#000' : '#fff';
  }

  reason(label) {
    return this.reasons.get(label);
  }

  legend(panel, reasons) {
    const key = (label, colour, shape) => {
      const entry = node('span', '', {class: 'key'});
      const swatch = node('span', '', {class: 'swatch ' + shape});
      swatch.style.background = colour;
      entry.append(swatch, label);
      panel.append(entry, ' ');
    };
    this.operations.forEach((name, i) => key(name, this.operation(i), ''));
    reasons.forEach((label) => key('waits: ' + label, this.reason(label), 'thin'));
  }
}
