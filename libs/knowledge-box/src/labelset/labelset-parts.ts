import { busFor } from '@lectern/bus';
import { labelsetsChanged } from '@lectern/contracts/knowledge-box';
import { LabelsetHandlers } from './labelset.handlers';
import { LabelsetService } from './labelset.service';

/** Labelsets. */
export const labelsetParts = {
  controllers: [LabelsetHandlers],
  providers: [busFor({ publishes: [labelsetsChanged] }), LabelsetService],
};
