import { type Clones, clonesSoFar } from '@lectern/bus';
import { Counter } from 'prom-client';

/** Count for the whole process, because the code that counts has no injection. `Metrics` publishes them. */
export const statementsSent = new Counter({
  name: 'lectern_database_statements_total',
  help: 'Statements that this process sent to Postgres',
  registers: [],
});

export const indexCalls = new Counter({
  name: 'lectern_embedded_index_calls_total',
  help: 'Searches, reads and counts that this process made in the embedded indexes',
  registers: [],
});

/** Copies made by the bus: zero while services of one process exchange plain data. */
export const busClones = clonesCounter('values', 'Values and errors that the bus of this process copied or serialised');
export const busClonedBytes = clonesCounter('bytes', 'Bytes that the bus of this process copied or serialised');

function clonesCounter(what: keyof Clones, help: string): Counter {
  return new Counter({
    name: `lectern_bus_cloned_${what}_total`,
    help,
    registers: [],
    collect() {
      this.reset();
      this.inc(clonesSoFar()[what]);
    },
  });
}
