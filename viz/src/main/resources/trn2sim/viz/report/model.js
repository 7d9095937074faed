// What the timeline knows: bars, their texts, and which bar is where.

/** How many values of a sorted column are less than, or at most, a bound. */
function countBelow(column, bound, inclusive = false) {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const below = inclusive ? column[middle] <= bound : column[middle] < bound;
    if (below) low = middle + 1;
    else high = middle;
  }
  return low;
}

class Model {
  constructor(data) {
    Object.assign(this, data);
    this.operations = [];
    this.spans = this.tracks.reduce((sum, track) => sum + track.size, 0);
    for (const program of this.programs) {
      program.operationOf = program.templates.map((text) => this.operation(text.split(/[ \n]/, 1)[0]));
    }
    this.tracks.forEach((track, number) => (track.number = number));
    for (const run of this.runs) {
      run.path.operations = run.path.resources.map((name) => this.firstOperation(name));
    }
  }

  /** When the last run on the axis ends. */
  get end() {
    return Math.max(...this.runs.map((run) => run.offset + run.end));
  }

  /** What the first bar of a resource's first row does, -1 if it has no row. */
  firstOperation(resource) {
    const kind = resource.split('.', 1)[0];
    const rowOf = (track) => track.row.replace(/\[\d+\]/g, '').split('.', 1)[0];
    const owns = (track) => (kind === 'Link' ? track.kind === 'LINK' : rowOf(track) === kind);
    const track = this.tracks.find((t) => t.size > 0 && owns(t));
    return track ? this.operationOf(track, 0) : -1;
  }

  operation(name) {
    const at = this.operations.indexOf(name);
    return at >= 0 ? at : this.operations.push(name) - 1;
  }

  operationOf(track, bar) {
    const program = this.programs[track.program];
    return program.operationOf[program.templateOf[track.tasks[bar]]];
  }

  /** The instruction of a bar and what else is known of it, in lines. */
  text(track, bar) {
    return this.taskText(this.programs[track.program], track.tasks[bar]);
  }

  /** The instruction of a bar alone. */
  title(track, bar) {
    return this.text(track, bar).split('\n', 1)[0];
  }

  taskText(program, task) {
    if (program.numbers === null) program.decode();
    const template = program.templateOf[task];
    const columns = program.numbers[template];
    const ordinal = program.ordinals[task];
    let slot = 0;
    return program.templates[template].replace(/\u0001/g, () => columns[slot++][ordinal]);
  }

  /** The calls that led to a bar's instruction, the innermost first; none if there is no source. */
  calls(track, bar) {
    const program = this.programs[track.program];
    const place = program.placeOf.length > 0 ? program.placeOf[track.tasks[bar]] : -1;
    return place < 0 ? [] : program.places[place].calls;
  }

  /** The track and bar with a number counted over all tracks. */
  locate(position) {
    const track = this.tracks.find((t) => position >= t.base && position < t.base + t.size);
    return {track, bar: position - track.base};
  }

  /** From when to when a row stood still before a bar, or after the last one. */
  gap(track, bar) {
    const from = bar === 0 ? track.run.offset : track.ends[bar - 1];
    const to = bar < track.size ? track.starts[bar] : track.run.offset + track.run.end;
    return {from, to};
  }

  /** The typed reason of that wait. */
  reason(track, bar) {
    return bar < track.size ? this.waits[track.waits[bar]].reason : 'drained';
  }

  /** The bar at a time, or the nearest within a tolerance; -1 if there is none. */
  barAt(track, time, tolerance) {
    const after = countBelow(track.starts, time, true);
    if (after > 0 && time < track.ends[after - 1]) return after - 1;
    let best = -1;
    let distance = tolerance;
    for (const bar of [after - 1, after]) {
      if (bar < 0 || bar >= track.size) continue;
      const away = bar < after ? time - track.ends[bar] : track.starts[bar] - time;
      if (away <= distance) {
        best = bar;
        distance = away;
      }
    }
    return best;
  }

  /** Time covered by bars before an instant. */
  busyBefore(track, time, begun) {
    if (begun === 0) return 0;
    return track.busy[begun] - Math.max(0, track.ends[begun - 1] - time);
  }

  valueAt(counter, time) {
    const begun = countBelow(counter.at, time, true);
    return begun === 0 ? 0 : counter.values[begun - 1];
  }
}
