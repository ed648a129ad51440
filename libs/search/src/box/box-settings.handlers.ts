import { On } from '@lectern/bus';
import { knowledgeBoxChanged, synonymsChanged } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { BoxSettings } from './box-settings';
import { BoxSynonyms } from './box-synonyms';

@Controller()
export class BoxSettingsHandlers {
  constructor(
    private readonly boxes: BoxSettings,
    private readonly synonyms: BoxSynonyms,
  ) {}

  @On(knowledgeBoxChanged)
  changed({ kbid }: { readonly kbid: string }): void {
    this.boxes.invalidate(kbid);
    this.synonyms.invalidate(kbid);
  }

  @On(synonymsChanged)
  synonymsChanged({ kbid }: { readonly kbid: string }): void {
    this.synonyms.invalidate(kbid);
  }
}
