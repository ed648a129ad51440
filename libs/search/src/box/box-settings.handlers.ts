import { On } from '@lectern/bus';
import { knowledgeBoxChanged, labelsetsChanged, synonymsChanged } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { BoxLabelsets } from './box-labelsets';
import { BoxSettings } from './box-settings';
import { BoxSynonyms } from './box-synonyms';

@Controller()
export class BoxSettingsHandlers {
  constructor(
    private readonly boxes: BoxSettings,
    private readonly synonyms: BoxSynonyms,
    private readonly labelsets: BoxLabelsets,
  ) {}

  @On(knowledgeBoxChanged)
  changed({ kbid }: { readonly kbid: string }): void {
    this.boxes.invalidate(kbid);
    this.synonyms.invalidate(kbid);
    this.labelsets.invalidate(kbid);
  }

  @On(labelsetsChanged)
  labelsetsChanged({ kbid }: { readonly kbid: string }): void {
    this.labelsets.invalidate(kbid);
  }

  @On(synonymsChanged)
  synonymsChanged({ kbid }: { readonly kbid: string }): void {
    this.synonyms.invalidate(kbid);
  }
}
