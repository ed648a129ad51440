#!/usr/bin/env node
'use strict';
// The program of the package for npx. Any Node can read this file, so that old ones can say which one is needed; the
// command line itself is in lectern.js.
var NEEDED = 24;
if (parseInt(process.versions.node, 10) < NEEDED) {
  process.stderr.write(
    'lectern needs Node ' +
      NEEDED +
      ' or later, and this is ' +
      process.version +
      '. Install it from https://nodejs.org\n',
  );
  process.exit(69);
}
require('./lectern.js');
