// What is under the pointer.

const NEAR = 3; // pixels

/** A bar or a wait of a row, shown folded or not: {track, bar, wait}; null if there is none. */
function hitTrack(p, track, x) {
  const time = p.time(x);
  const pixel = p.view.span / p.plotWidth;
  const bar = p.model.barAt(track, time, NEAR * pixel);
  const inside = bar >= 0 && time >= track.starts[bar] && time < track.ends[bar];
  const after = countBelow(track.starts, time, true);
  const {from, to} = p.model.gap(track, after);
  const roomy = to - from > 2 * NEAR * pixel;
  const tiny = bar >= 0 && track.ends[bar] - track.starts[bar] < NEAR * pixel;
  if (bar >= 0 && (inside || tiny || !roomy)) return {track, bar, wait: false};
  return time >= from && time < to ? {track, bar: after, wait: true} : null;
}

/** A segment of a critical path or a step of a ring. */
function hitRuler(p, x, y) {
  const ruler = p.layout.rulers.find((r) => y >= r.y && y < r.y + r.height);
  if (!ruler || x < p.labels) return null;
  const time = p.time(x);
  if (ruler.type === 'steps') {
    const step = ruler.run.steps.find((s) => time >= s.start && time < s.end);
    return step ? {run: ruler.run, step} : null;
  }
  const segment = segmentAt(ruler.run, time);
  return segment < 0 ? null : {run: ruler.run, segment};
}

/** The part of an area at a height. */
function hitArea(p, row, x, y) {
  const time = p.time(x);
  const {parts, limit} = row.counter;
  const share = (row.y + row.height - 2 - y) / (row.height - 5);
  let below = 0;
  for (const part of parts) {
    below += p.model.valueAt(part, time) / limit;
    if (share <= below) return part;
  }
  return null;
}
