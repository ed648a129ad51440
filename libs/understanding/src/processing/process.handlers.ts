import { handlersOf } from '@lectern/bus';
import { processField } from '@lectern/contracts/understanding';
import { MeteredProcessing } from './metered-processing';

export const ProcessHandlers = handlersOf(MeteredProcessing).answer(processField, (processing, { body, signal }) =>
  processing.processStored(body, signal),
);
