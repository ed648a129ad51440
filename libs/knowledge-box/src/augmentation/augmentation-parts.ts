import { AugmentableFields } from './augmentable-fields';
import { AugmentationWriter } from './augmentation-writer';
import { AugmentationHandlers } from './augmentation.handlers';

/** What data-augmentation agents find in fields. */
export const augmentationParts = {
  controllers: [AugmentationHandlers],
  providers: [AugmentableFields, AugmentationWriter],
};
