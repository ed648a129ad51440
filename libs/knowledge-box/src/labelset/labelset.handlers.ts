import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  deleteLabelset,
  getLabelset,
  listLabelsets,
  putLabelset,
  readParagraphLabelsets,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { LabelsetService } from './labelset.service';

@Controller()
export class LabelsetHandlers {
  constructor(private readonly labelsets: LabelsetService) {}

  @Handles(putLabelset)
  put({ params, body }: Request<typeof putLabelset>) {
    return this.labelsets.put(params, body);
  }

  @Handles(deleteLabelset)
  delete({ params }: Request<typeof deleteLabelset>) {
    return this.labelsets.delete(params);
  }

  @Handles(getLabelset)
  get({ params }: Request<typeof getLabelset>) {
    return this.labelsets.get(params);
  }

  @Handles(listLabelsets)
  list({ params }: Request<typeof listLabelsets>) {
    return this.labelsets.list(params.kbid);
  }

  @Handles(readParagraphLabelsets)
  readOfParagraphs({ body }: Request<typeof readParagraphLabelsets>) {
    return this.labelsets.ofParagraphs(body.kbid);
  }
}
