import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { readTexts } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { TextReader } from './text-reader';

@Controller()
export class TextHandlers {
  constructor(private readonly texts: TextReader) {}

  @Handles(readTexts)
  read({ body }: Request<typeof readTexts>) {
    return this.texts.read(body);
  }
}
