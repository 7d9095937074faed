// Which rows there are and where they stand.

const TIME_RULER = 24;
const STEP_RULER = 18;
const PATH_RULER = 18;
const HEADER_ROW = 22;
const TRACK_ROW = 22;
const COUNTER_ROW = 34;
const MANY_GROUPS = 8;
const KIND_ORDER = ['ENGINE', 'QUEUE', 'LINK'];

class Layout {
  constructor(model) {
    this.runs = model.runs;
    this.groups = [];
    this.rulers = this.placeRulers(model.runs);
    const byName = new Map();
    const group = (run, name) => {
      const key = run.label + name;
      if (!byName.has(key)) {
        byName.set(key, {name, run, rank: -1, tracks: [], counters: [], open: true});
        this.groups.push(byName.get(key));
      }
      return byName.get(key);
    };
    for (const track of model.tracks) {
      const owner = group(track.run, track.group);
      owner.tracks.push(track);
      if (track.rank !== undefined) owner.rank = track.rank;
    }
    for (const counter of model.counters) stack(group(counter.run, counter.group).counters, counter);
    this.sort();
    const open = new Set();
    const many = this.groups.length > MANY_GROUPS;
    for (const g of this.groups) {
      g.open = !many || !open.has(g.run);
      open.add(g.run);
    }
    this.showCounters = true;
    this.build();
  }

  /** The rulers of each run: steps of its ring, its critical path. */
  placeRulers(runs) {
    const rulers = [];
    let y = TIME_RULER;
    for (const run of runs) {
      for (const [type, size, height] of [
        ['steps', run.steps.length, STEP_RULER],
        ['path', run.path.size, PATH_RULER],
      ]) {
        if (size === 0) continue;
        rulers.push({type, run, y, height});
        y += height;
      }
    }
    this.top = y;
    return rulers;
  }

  /** Rows that compute first, in a group and among groups; two runs take turns. */
  sort() {
    const rank = (track) => KIND_ORDER.indexOf(track.kind);
    for (const g of this.groups) g.tracks.sort((a, b) => rank(a) - rank(b));
    const first = (g) => (g.tracks.length > 0 ? rank(g.tracks[0]) : KIND_ORDER.length);
    const place = new Map();
    for (const run of this.runs) {
      const own = this.groups.filter((g) => g.run === run).sort((a, b) => first(a) - first(b));
      own.forEach((g, i) => place.set(g, i * this.runs.length + this.runs.indexOf(run)));
    }
    this.groups.sort((a, b) => place.get(a) - place.get(b));
  }

  build() {
    this.rows = [];
    let y = this.top;
    const add = (row, height) => {
      this.rows.push({...row, y, height});
      y += height;
    };
    for (const group of this.groups) {
      const hidden = !this.showCounters && group.tracks.length === 0;
      if (hidden) continue;
      add({type: 'group', group}, HEADER_ROW);
      if (!group.open) continue;
      group.tracks.forEach((track) => add({type: 'track', track}, TRACK_ROW));
      if (this.showCounters) {
        group.counters.forEach((counter) => add({type: 'counter', counter}, COUNTER_ROW));
      }
    }
    this.height = y;
  }

  rowAt(y) {
    return this.rows.find((row) => y >= row.y && y < row.y + row.height);
  }

  /** The row that shows a track: its own, or that of its folded group. */
  shownRow(track) {
    return this.rows.find(
      (row) => row.track === track || (row.group && !row.group.open && row.group.tracks.includes(track)),
    );
  }

  /** The row of a track, its group opened if need be. */
  rowOf(track) {
    const group = this.groups.find((g) => g.tracks.includes(track));
    if (!group.open) {
      group.open = true;
      this.build();
    }
    return this.rows.find((row) => row.track === track);
  }
}

/** Counters of one name are parts of one area. */
function stack(areas, counter) {
  const area = areas.find((a) => a.name === counter.name);
  if (area) area.parts.push(counter);
  else areas.push({name: counter.name, unit: counter.unit, limit: counter.limit, parts: [counter]});
}

function groupTitle(group) {
  const place = group.name.replace(/\[(\d+)\]/g, ' $1').replace(/\./g, ', ') || 'Shared';
  const run = group.run.label ? group.run.label + ': ' : '';
  return run + (group.rank >= 0 ? `${place} (rank ${group.rank})` : place);
}
