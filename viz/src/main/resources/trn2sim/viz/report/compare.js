// Two runs on one axis of time.

/** Puts the second run's rows behind the first's, each under its letter. */
function mergeRuns(a, b) {
  const bars = a.tracks.reduce((sum, track) => sum + track.size, 0);
  a.runs[0].label = 'A';
  b.runs[0].label = 'B';
  for (const track of b.tracks) {
    track.base += bars;
    track.program += a.programs.length;
    for (let i = 0; i < track.size; i++) {
      track.waits[i] += a.waits.length;
      if (track.awaited[i] >= 0) track.awaited[i] += bars;
    }
  }
  const {path} = b.runs[0];
  for (let i = 0; i < path.size; i++) if (path.bars[i] >= 0) path.bars[i] += bars;
  return {
    runs: [a.runs[0], b.runs[0]],
    tracks: [...a.tracks, ...b.tracks],
    counters: [...a.counters, ...b.counters],
    programs: [...a.programs, ...b.programs],
    waits: [...a.waits, ...b.waits],
  };
}

/** Moves everything of a run along the axis, so that it begins at an instant. */
function moveRun(model, run, offset) {
  const by = offset - run.offset;
  const shift = (column) => {
    for (let i = 0; i < column.length; i++) column[i] += by;
  };
  for (const track of model.tracks) {
    if (track.run !== run) continue;
    shift(track.starts);
    shift(track.ends);
  }
  for (const counter of model.counters) if (counter.run === run) shift(counter.at);
  shift(run.path.ends);
  for (const step of run.steps) {
    step.start += by;
    step.end += by;
  }
  run.offset = offset;
}

/** When a run reaches what runs are aligned at, from its own start on. */
function anchor(run, at) {
  const step = run.steps.find((s) => String(s.step) === at);
  return step ? step.start - run.offset : 0;
}

/** Aligns the runs at their start, or where both begin with a step of the ring. */
function alignRuns(stage, at) {
  const [a, b] = stage.model.runs;
  const ahead = anchor(a, at) - anchor(b, at);
  moveRun(stage.model, a, Math.max(0, -ahead));
  moveRun(stage.model, b, Math.max(0, ahead));
  stage.view.whole = stage.model.end;
  stage.range = null;
  stage.select(stage.selected);
  stage.fit();
}

/** Offers the steps that both runs have. */
function connectAlignment(stage) {
  const choice = document.getElementById('align');
  const [a, b] = stage.model.runs;
  for (const {step} of a.steps) {
    if (!b.steps.some((s) => s.step === step)) continue;
    choice.append(node('option', `ring step ${step}`, {value: step}));
  }
  choice.addEventListener('change', () => alignRuns(stage, choice.value));
}
