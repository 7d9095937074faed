// Paints bars, waits and areas. A row with more bars than pixels is painted pixel by pixel from
// running sums, so the cost of a frame does not depend on the number of bars.

const DENSE = 1.5; // bars per pixel above which single bars are not drawn
const SHADES = 8;

function paintTrack(p, track, y, height) {
  const first = countBelow(track.ends, p.view.start, true);
  const after = countBelow(track.starts, p.view.end);
  if (after - first > DENSE * p.plotWidth) paintDense(p, track, y, height);
  else paintBars(p, track, first, after, y, height);
  if (p.selected && p.selected.track === track) paintSelection(p, y, height);
  if (p.matches) paintMatches(p, track, y, height);
}

function paintBars(p, track, first, after, y, height) {
  const {context: c, model} = p;
  for (let bar = first; bar < after; bar++) {
    const x = p.x(track.starts[bar]);
    const width = Math.max(1, p.x(track.ends[bar]) - x);
    paintWait(p, track, bar, y, height);
    c.fillStyle = p.colours.fill(c, model.operationOf(track, bar));
    c.fillRect(x, y, width > 3 ? width - 0.5 : width, height);
    if (width > 40) paintCaption(p, track, bar, x, y, width, height);
  }
  paintWait(p, track, after, y, height);
}

/** The gap before a bar, in the colour of its reason; after the last one, the row is drained. */
function paintWait(p, track, bar, y, height) {
  const {from, to} = p.model.gap(track, bar);
  if (to <= from) return;
  const x = Math.max(p.labels, p.x(from));
  const end = Math.min(p.width, p.x(to));
  if (end - x < 1) return;
  p.context.fillStyle = p.colours.reason(p.model.reason(track, bar));
  p.context.fillRect(x, y + height - 4, end - x, 3);
}

function paintSelection(p, y, height) {
  const {track, bar, wait} = p.selected;
  const {context: c} = p;
  const gap = p.model.gap(track, bar);
  const x = p.x(wait ? gap.from : track.starts[bar]);
  const end = p.x(wait ? gap.to : track.ends[bar]);
  c.strokeStyle = p.theme.text;
  c.lineWidth = 2;
  if (wait) c.setLineDash([4, 3]);
  c.strokeRect(x, y, Math.max(2, end - x), height);
  c.setLineDash([]);
}

function paintCaption(p, track, bar, x, y, width, height) {
  const {context: c} = p;
  const left = Math.max(x, p.labels) + 4;
  const room = x + width - left - 4;
  if (room < 30) return;
  c.save();
  c.beginPath();
  c.rect(left, y, room, height);
  c.clip();
  const operation = p.model.operationOf(track, bar);
  p.colours.write(c, operation, fitted(c, p.model.title(track, bar), room), left, y + height / 2);
  c.restore();
}

/** One column per pixel: the paler, the less of it was busy; an idle one shows its wait. */
function paintDense(p, track, y, height) {
  const {context: c, model, view} = p;
  const step = view.span / p.plotWidth;
  let begun = countBelow(track.starts, view.start, true);
  let before = model.busyBefore(track, view.start, begun);
  let runStart = 0;
  let runKey = -1;
  const flush = (x, key) => {
    if (runKey > 0) {
      c.globalAlpha = 0.15 + (0.85 * (runKey % (SHADES + 1))) / SHADES;
      c.fillStyle = p.colours.fill(c, Math.floor(runKey / (SHADES + 1)));
      c.fillRect(p.labels + runStart, y, x - runStart, height);
    }
    runStart = x;
    runKey = key;
  };
  for (let x = 0; x < p.plotWidth; x++) {
    const time = view.start + (x + 1) * step;
    while (begun < track.size && track.starts[begun] <= time) begun++;
    const busy = model.busyBefore(track, time, begun);
    const shade = Math.ceil(((busy - before) / step) * SHADES - 1e-6);
    const operation = begun > 0 ? model.operationOf(track, begun - 1) : 0;
    const key = shade <= 0 ? 0 : operation * (SHADES + 1) + Math.min(SHADES, shade);
    if (key !== runKey) flush(x, key);
    if (key === 0) {
      c.globalAlpha = 1;
      c.fillStyle = p.colours.reason(model.reason(track, begun));
      c.fillRect(p.labels + x, y + height - 4, 1, 3);
    }
    before = busy;
  }
  flush(p.plotWidth, 0);
  c.globalAlpha = 1;
}

function paintMatches(p, track, y, height) {
  const {context: c, view} = p;
  const sums = p.matches.sums[track.number];
  const step = view.span / p.plotWidth;
  let before = sums[countBelow(track.ends, view.start, true)];
  c.fillStyle = p.theme.mark;
  for (let x = 0; x < p.plotWidth; x++) {
    const now = sums[countBelow(track.starts, view.start + (x + 1) * step)];
    if (now > before) c.fillRect(p.labels + x, y - 1, 2, height + 2);
    before = now;
  }
}

/** The parts of an area on top of one another, the first below. */
function paintArea(p, area, y, height) {
  const {context: c, view, model} = p;
  const top = Math.max(area.limit, 1e-9);
  const step = view.span / p.plotWidth;
  const floor = new Float64Array(Math.ceil(p.plotWidth) + 1);
  const bottom = y + height;
  c.globalAlpha = 0.7;
  area.parts.forEach((part, number) => {
    let next = countBelow(part.at, view.start, true);
    let level = model.valueAt(part, view.start);
    c.beginPath();
    const end = p.x(part.run.offset + part.run.end) - p.labels;
    for (let x = 0; x < floor.length && x <= end; x++) {
      // The highest level within the pixel, so that a short peak is not lost.
      let high = level;
      while (next < part.size && part.at[next] <= view.start + x * step) {
        level = part.values[next++];
        high = Math.max(high, level);
      }
      const pixels = (high / top) * height;
      if (pixels > 0) c.rect(p.labels + x, bottom - floor[x] - pixels, 1, pixels);
      floor[x] += pixels;
    }
    c.fillStyle = p.colours.part(number);
    c.fill();
  });
  c.globalAlpha = 1;
}
