import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { deleteSynonyms, getSynonyms, putSynonyms, readSynonyms } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { SynonymsService } from './synonyms.service';

@Controller()
export class SynonymsHandlers {
  constructor(private readonly synonyms: SynonymsService) {}

  @Handles(putSynonyms)
  put({ params, body }: Request<typeof putSynonyms>) {
    return this.synonyms.put(params.kbid, body);
  }

  @Handles(getSynonyms)
  get({ params }: Request<typeof getSynonyms>) {
    return this.synonyms.get(params.kbid);
  }

  @Handles(deleteSynonyms)
  delete({ params }: Request<typeof deleteSynonyms>) {
    return this.synonyms.delete(params.kbid);
  }

  @Handles(readSynonyms)
  read({ body }: Request<typeof readSynonyms>) {
    return this.synonyms.get(body.kbid);
  }
}
