// Questions and answers, as a worker or a socket would transmit them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Connection } from '../../life/connection.js';
import { Service } from '../../life/service.js';

/** @typedef {import('../../life/protocol.js').Question} Question */

const OPEN = /** @type {Extract<Question, {type: 'open'}>} */ ({
  type: 'open',
  engine: 'javascript',
  width: 40,
  height: 30,
  border: 'torus',
  rule: '23/3',
});

test('a field is opened, filled, stepped, changed, read and counted', async () => {
  const service = new Service();
  assert.match((await service.answer(OPEN)).worker ?? '', /JavaScript/);
  const rectangle = { x: 10, y: 10, width: 3, height: 3 };
  // A glider, which returns to its position on the torus after 4 × 120 generations.
  await service.answer({ type: 'put', rectangle, mode: 'add', cells: Uint8Array.of(2, 4, 7) });
  const stepped = await service.answer({ type: 'step', generations: 480 });
  assert.equal(stepped.generation, 480);
  assert.ok((stepped.milliseconds ?? -1) >= 0);
  assert.deepEqual((await service.answer({ type: 'read', rectangle, scale: 1 })).bytes, Uint8Array.of(2, 4, 7));
  const counted = await service.answer({ type: 'count' });
  assert.equal(counted.population, 5);
  assert.equal((await service.answer({ type: 'fill', fill: { kind: 'empty' } })).generation, 0);
  assert.equal((await service.answer({ type: 'count' })).population, 0);
  assert.equal((await service.answer({ ...OPEN, generation: 77 })).generation, 77);
});

test('invalid questions are refused with the invalid part', async () => {
  const service = new Service();
  await assert.rejects(service.answer({ type: 'count' }), { about: 'engine' });
  await service.answer(OPEN);
  /** @type {[Question, string][]} */
  const wrong = [
    [{ ...OPEN, width: 0 }, 'size'],
    [{ ...OPEN, width: 2, border: 'ring' }, 'size'],
    [{ ...OPEN, height: 1.5 }, 'size'],
    [{ ...OPEN, width: 32769 }, 'size'],
    [{ ...OPEN, rule: 'B3' }, 'rule'],
    [{ ...OPEN, rule: 'B36/S23' }, 'rule'],
    [{ type: 'rule', rule: 'B36/S23' }, 'rule'],
    [{ type: 'fill', fill: { kind: 'soup', seed: '-1', density: 0.5 } }, 'seed'],
    [{ type: 'fill', fill: { kind: 'soup', seed: '18446744073709551616', density: 0.5 } }, 'seed'],
    [{ type: 'fill', fill: { kind: 'net', seed: '2147483648', density: 0.5 } }, 'seed'],
    [{ type: 'fill', fill: { kind: 'net', seed: '1e3', density: 0.5 } }, 'seed'],
    [{ type: 'fill', fill: { kind: 'soup', seed: '1', density: 1.1 } }, 'density'],
    [{ type: 'fill', fill: { kind: 'soup', seed: '1', density: NaN } }, 'density'],
    [{ type: 'step', generations: -1 }, 'step'],
    [{ type: 'read', rectangle: { x: -1, y: 0, width: 1, height: 1 }, scale: 1 }, 'rectangle'],
    [{ type: 'read', rectangle: { x: 0, y: 0, width: 2 ** 20, height: 1 }, scale: 1 }, 'rectangle'],
    [{ type: 'read', rectangle: { x: 0, y: 0, width: 9, height: 9 }, scale: 0 }, 'scale'],
    [{ type: 'read', rectangle: { x: 0, y: 0, width: 9, height: 9 }, scale: 1.5 }, 'scale'],
    // A socket may deliver invalid questions.
    [{ ...OPEN, engine: /** @type {any} */ ('native') }, 'engine'],
    [{ type: 'fill', fill: /** @type {any} */ ({ kind: 'full' }) }, 'fill'],
    [{ ...OPEN, border: /** @type {any} */ ('sphere') }, 'border'],
    [
      {
        type: 'put',
        rectangle: { x: 0, y: 0, width: 1, height: 1 },
        mode: /** @type {any} */ ('toggle'),
        cells: new Uint8Array(1),
      },
      'mode',
    ],
    [/** @type {any} */ ({ type: 'rewind' }), 'question'],
  ];
  for (const [question, about] of wrong) {
    await assert.rejects(service.answer(question), { about }, JSON.stringify(question));
  }
  // Refused questions have changed nothing.
  assert.equal((await service.answer({ type: 'step', generations: 1 })).generation, 1);
});

test('a connection matches answers to questions, in any order', async () => {
  /** @type {import('../../life/protocol.js').Request[]} */
  const sent = [];
  let ended = false;
  /** @type {import('../../life/connection.js').Carrier} */
  const carrier = { postMessage: (request) => sent.push(request), onmessage: null, onerror: null, terminate: () => (ended = true) };
  const connection = new Connection(carrier);
  const asked = [1, 2, 3].map((generations) => connection.ask({ type: 'step', generations }));
  const reply = (/** @type {import('../../life/protocol.js').Reply} */ data) =>
    carrier.onmessage?.(/** @type {MessageEvent} */ ({ data }));
  reply({ id: sent[2].id, answer: { generation: 3 } });
  reply({ id: sent[0].id, refused: { message: 'no', about: 'rule' } });
  reply({ id: 99, answer: { generation: 9 } });
  await assert.rejects(asked[0], { about: 'rule', message: 'no' });
  assert.equal((await asked[2]).generation, 3);
  connection.close();
  assert.ok(ended);
  await assert.rejects(asked[1], { about: 'engine', message: 'the connection is closed' });
});
