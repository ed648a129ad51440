const { Window } = require('happy-dom');
const OneContextEnvironment = require('./jest-environment.cjs');

/** Names that stay Node's own: the language, and what makes requests, files and timers of a page real ones. */
const own = new Set(Object.getOwnPropertyNames(globalThis));
const ofPages = new Set(
  'CustomEvent Event EventTarget File MessageEvent Navigator Storage localStorage navigator sessionStorage'.split(' '),
);

const TURNS_LEFT = 5;

/** One window per worker: React and other packages, which suites share, keep the first that they see. */
let shared;

function windowOfWorker() {
  shared ??= new Window({ url: 'http://console.test/', width: 1280, height: 900 });
  return shared;
}

/** Names that scripts of a page may use without `window.`. */
function namesOf(window) {
  const names = new Set();
  for (let at = window; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name);
  }
  return [...names].filter(
    (name) => /^[a-z]/i.test(name) && name !== 'constructor' && (!own.has(name) || ofPages.has(name)),
  );
}

function ofWindow(window, name) {
  const value = window[name];
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
  const bound = isMethod ? value.bind(window) : undefined;
  return {
    configurable: true,
    enumerable: true,
    get: () => bound ?? window[name],
    set: (next) => Object.defineProperty(globalThis, name, { configurable: true, writable: true, value: next }),
  };
}

/** The environment of all specs, with the globals of a page in a browser. */
module.exports = class DomEnvironment extends OneContextEnvironment {
  replaced = new Map();

  async setup() {
    await super.setup();
    const window = windowOfWorker();
    for (const name of namesOf(window)) {
      this.replaced.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
      Object.defineProperty(globalThis, name, ofWindow(window, name));
    }
    // It reads the globals of the page when it is loaded.
    OneContextEnvironment.loadAsReleased('react-dom', 'react-dom/client');
  }

  async teardown() {
    await windowOfWorker().happyDOM.abort();
    // Of React: what the end of the last page has left to do.
    for (let turn = 0; turn < TURNS_LEFT; turn++) await new Promise((resolve) => setImmediate(resolve));
    for (const [name, descriptor] of this.replaced) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else delete globalThis[name];
    }
    await super.teardown();
  }
};
