import { ParagraphText } from './paragraph-text';
import type { ExtractedFieldEntity } from '../field/field.entity';
import type { ResourceEntity } from '../resource/resource.entity';

/** What is embedded for each paragraph: its text under the title, which says what the text is about. */
export function embeddedTexts(resource: ResourceEntity, field: ExtractedFieldEntity): string[] {
  const text = new ParagraphText(field.text);
  const title = resource.titleIsProvisional ? '' : resource.title;
  return field.paragraphs.map(({ start, end }) => {
    const body = text.slice(start, end);
    return title === '' || body.startsWith(title) ? body : `${title}\n${body}`;
  });
}
