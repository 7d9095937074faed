// The critical path of a run, segment by segment.

/** The segment that an instant is charged to, -1 after the end. */
function segmentAt(run, time) {
  const segment = countBelow(run.path.ends, time, true);
  return segment < run.path.size && time >= run.offset ? segment : -1;
}

function segmentStart(run, segment) {
  return segment === 0 ? run.offset : run.path.ends[segment - 1];
}

/** What a bar contributes to the path: its first segment and all its time there. */
function pathShare(track, bar) {
  const {path} = track.run;
  const position = track.base + bar;
  let first = -1;
  let time = 0;
  for (let i = 0; i < path.size; i++) {
    if (path.bars[i] !== position) continue;
    if (first < 0) first = i;
    time += path.ends[i] - segmentStart(track.run, i);
  }
  return {first, time};
}

/**
 * The bar before or after a bar on the path. From a bar that is not on it, the one that the path
 * is at when the bar starts.
 */
function pathNeighbour(track, bar, direction) {
  const {path} = track.run;
  const position = track.base + bar;
  const {first} = pathShare(track, bar);
  let i = first;
  if (first < 0) {
    i = segmentAt(track.run, track.starts[bar]);
  } else {
    while (i >= 0 && i < path.size && path.bars[i] === position) i += direction;
  }
  while (i >= 0 && i < path.size && path.bars[i] < 0) i += direction;
  return i >= 0 && i < path.size ? path.bars[i] : -1;
}
