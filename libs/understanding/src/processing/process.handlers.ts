import { handlersOf } from '@lectern/bus';
import { processField } from '@lectern/contracts/understanding';
import { ProcessService } from './process.service';

export const ProcessHandlers = handlersOf(ProcessService).answer(processField, (processing, { body, signal }) =>
  processing.process(body, signal),
);
