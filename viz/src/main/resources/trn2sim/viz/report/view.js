// Which part of the run is on the screen, and how times read.

const SHORTEST_VIEW = 100; // picoseconds

class View {
  constructor(end) {
    this.whole = end;
    this.scroll = 0;
    this.fit();
  }

  fit() {
    this.start = 0;
    this.end = this.whole;
  }

  get span() {
    return this.end - this.start;
  }

  /** Makes the view shorter or longer; the instant at a share of its width stays where it is. */
  zoom(factor, share = 0.5) {
    const fixed = this.start + share * this.span;
    const span = Math.min(this.whole, Math.max(SHORTEST_VIEW, this.span * factor));
    this.show(fixed - share * span, fixed + (1 - share) * span);
  }

  pan(time) {
    this.show(this.start + time, this.end + time);
  }

  show(start, end) {
    const span = Math.min(this.whole, Math.max(SHORTEST_VIEW, end - start));
    this.start = Math.min(Math.max(0, start), this.whole - span);
    this.end = this.start + span;
  }

  /** Brings an interval into sight with room around it, without zooming out more than needed. */
  reveal(start, end) {
    const margin = Math.max(end - start, 1) * 3;
    if (start < this.start || end > this.end || this.span > 400 * (end - start + 1)) {
      const span = Math.max(end - start + 2 * margin, Math.min(this.span, 200 * (end - start + 1)));
      const middle = (start + end) / 2;
      this.show(middle - span / 2, middle + span / 2);
    }
  }
}

/** As much of a text as there is room for, with a sign that there is more; nothing of very little. */
function fitted(context, text, room) {
  const width = context.measureText(text).width;
  if (width <= room) return text;
  let kept = Math.floor((text.length * room) / width);
  const cut = () => text.slice(0, kept).trimEnd() + '\u2026';
  while (kept >= 3 && context.measureText(cut()).width > room) kept--;
  return kept < 3 ? '' : cut();
}

/** A time with the unit that suits its size. */
function formatTime(ps, digits = 3) {
  const size = Math.abs(ps);
  if (size >= 1e9) return (ps / 1e9).toFixed(digits) + ' ms';
  if (size >= 1e6 || size === 0) return (ps / 1e6).toFixed(digits) + ' us';
  if (size >= 1e3) return (ps / 1e3).toFixed(digits) + ' ns';
  return ps.toFixed(0) + ' ps';
}

function formatAmount(value, unit) {
  if (unit.startsWith('B ') && value >= 1 << 10) {
    return (value / (1 << 10)).toFixed(1) + ' Ki' + unit;
  }
  const text = Number.isInteger(value) ? String(value) : value.toFixed(1);
  return unit ? text + ' ' + unit : text;
}

/** A round distance of at least the given length: 1, 2 or 5 times a power of ten. */
function roundStep(length) {
  const power = 10 ** Math.floor(Math.log10(length));
  return power * [1, 2, 5, 10].find((n) => n * power >= length);
}
