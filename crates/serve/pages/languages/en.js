// The words of the pages in English. The other languages have the same keys.

export default {
  pages: 'Pages', skip: 'Skip to the content', language: 'Language',
  runs: 'Runs', run: 'Run', newExperiment: 'New experiment', compare: 'Compare', ladders: 'Ladders', random: 'Random numbers',
  gone: 'The server does not answer. It may have ended: start quadrille serve again, and this page reconnects. If it does not, press Enter in the terminal and open the new link.',
  back: 'The server answers.',
  cookieGone: 'This browser is no longer known. Press Enter in the terminal and open the new link.',

  runsLead: 'Every run of the folder, with its progress.',
  noRuns: 'There are no runs in this folder yet.',
  name: 'Name', kind: 'Kind', state: 'State', started: 'Started', actions: 'Actions',
  waiting: 'waiting for a place', running: 'running', complete: 'complete', unfinished: 'unfinished', failed: 'failed', stopped: 'stopped', done: 'done',
  doneOf: '{done} of {total} {unit}', doneOnly: '{done} {unit}', progressOf: 'Progress of {name}',
  stop: 'Stop', resume: 'Resume', delete: 'Delete', keep: 'Keep',
  deleteQuestion: 'Delete the run {name} with its results?', deleted: '{name} was deleted.',
  selectRun: 'Select {name} for a comparison', compareSelected: 'Compare the two selected',
  unreadable: '{name} cannot be read: {reason}',

  noSuchRun: 'There is no run of this name.',
  soFar: 'So far', bounds: 'The answer is from {low} to {high}.', between: '({low} to {high})',
  report: 'Report', reportInTab: 'Open the report in a new tab', reportOf: 'Report of {name}',
  files: 'Files', filesAre: 'Report and results are files in', experiment: 'Experiment', experimentText: 'Experiment file',
  ranWith: 'Seed {seed}, {seconds} seconds of work, {threads} threads.',
  useAgain: 'Use as a new experiment', compareWith: 'With',

  compareLead: 'Two results of one kind, value by value.', first: 'First run', second: 'Second run', chooseRun: 'choose a run',
  same: 'Both results are the same.', differences: '{count} values differ; {significant} of them have intervals that do not overlap.',
  significantMeans: 'A difference is significant if the 95 % intervals of both values do not overlap. A dash means that there is no interval.',
  value: 'Value', significant: 'Significant', yes: 'yes', no: 'no', firstShown: 'The first {count} are shown.',

  newLead: 'Choose an example, change what you like, and start it. Errors are underlined while you type.',
  startFrom: 'Start from', choose: 'choose an example or a template', examples: 'Examples', templates: 'Templates: every key of a kind',
  orFile: 'or a file', replaceText: 'Replace the text that you have edited?', loaded: '{name} is in the editor.', tooLarge: 'The file is larger than 8 MiB.',
  suggestions: 'Suggestions', editorHint: 'Suggestions appear while you type, or with Ctrl+Space. Ctrl+Enter starts the run.',
  line: 'Line {line}', expected: 'expected {expected}',
  checking: 'Checking …', ready: 'Ready to start: {kind}.', notReady: 'Errors: {count}.',
  runName: 'Name of the run', start: 'Start',
  filesInside: 'Files that the experiment names are read from', noCommands: 'Players that are programs (cmd:…) need quadrille serve --allow-commands.',

  laddersLead: 'The same work on the same data, from the plain loop upward, timed on this machine.',
  ladder: 'Ladder', measure: 'Measure', rung: 'Step', time: 'Time per {item}', speedup: 'Speed-up',

  randomLead: 'Structure in random numbers that the eye can see, and tests for the rest.',
  pictures: 'Pictures', points: 'Each point', consecutive: 'is a pair of consecutive numbers', neighbours: 'compares streams 0 and 1', distant: 'compares streams 0 and 1000',
  seed: 'Seed', zoom: 'Zoom into the lower left corner', generator: 'Generator', generators: 'Generators',
  pictureOf: 'Picture of {generator}: {count} points', pointsShown: '{count} points', fails: 'known failures: {fails}',
  picturesHint: 'Pairs of a linear congruential generator lie on lines. Random pairs fill the square evenly at every zoom.',
  battery: 'The battery', batteryLead: 'Statistical tests of the chosen generators. The verdicts appear while the tests run.',
  numbersPerTest: 'Numbers per test', alsoStreams: 'also test their streams', testThem: 'Start the tests',
};
