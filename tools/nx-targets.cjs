const { dirname } = require('node:path');

const command = (text) => ({ executor: 'nx:run-commands', options: { command: text } });

/** Gives every project the targets that the workspace's commands offer, for its own folder: `npx nx test text`. */
exports.createNodesV2 = [
  '{apps,libs}/*/project.json',
  (files) =>
    files.map((file) => {
      const root = dirname(file);
      const targets = {
        lint: command(`node tools/run.mjs lint ${root}`),
        test: command(`node tools/run.mjs test ${root}/`),
      };
      return [file, { projects: { [root]: { targets } } }];
    }),
];
