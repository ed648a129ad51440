import { LabelsetHandlers } from './labelset.handlers';
import { LabelsetService } from './labelset.service';

/** Labelsets. */
export const labelsetParts = {
  controllers: [LabelsetHandlers],
  providers: [LabelsetService],
};
