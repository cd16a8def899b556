// Example patterns.

/** @type {{name: string, rle: string}[]} */
export const PATTERNS = [
  {
    name: 'Gosper’s gun',
    rle: `x = 36, y = 9, rule = B3/S23
24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b
obo$10bo5bo7bo$11bo3bo$12b2o!`,
  },
  { name: 'R-pentomino', rle: 'x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!' },
  { name: 'acorn', rle: 'x = 7, y = 3, rule = B3/S23\nbo5b$3bo3b$2o2b3o!' },
  { name: 'replicator', rle: 'x = 5, y = 5, rule = B36/S23\n2b3o$bo2bo$o3bo$o2bo$3o!' },
];
