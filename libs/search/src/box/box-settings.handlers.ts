import { On } from '@lectern/bus';
import { knowledgeBoxChanged } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { BoxSettings } from './box-settings';

@Controller()
export class BoxSettingsHandlers {
  constructor(private readonly boxes: BoxSettings) {}

  @On(knowledgeBoxChanged)
  changed({ kbid }: { readonly kbid: string }): void {
    this.boxes.invalidate(kbid);
  }
}
