// Puts the parts together.

async function start() {
  const section = document.getElementById('timeline');
  const holders = [...document.querySelectorAll('.timeline-data')];
  try {
    const runs = [];
    for (const holder of holders) {
      runs.push(decodeTimeline(await unpack(holder.textContent)));
      holder.remove();
    }
    const model = new Model(runs.length === 2 ? mergeRuns(...runs) : runs[0]);
    const stage = new Stage(model, section);
    if (runs.length === 2) connectAlignment(stage);
    window.trn2sim = {stage, model, firstFrame: performance.now()};
  } catch (error) {
    document.getElementById('details').textContent =
      'This browser cannot show the timeline: ' + error.message;
    throw error;
  }
}

start();
