import type { ModuleTypeDescription } from '@lectern/contracts/agents';
import type { EditedModule } from './module-tree';

/** What a module uses, such as its sources, as far as its schema says that it belongs on the card. */
export function shownMembers(
  module: EditedModule,
  type: ModuleTypeDescription | undefined,
): readonly { readonly name: string; readonly text: string }[] {
  // A JSON Schema, whose properties are an object.
  const { properties } = (type?.config_schema ?? {}) as { readonly properties?: Readonly<Record<string, unknown>> };
  return Object.entries(properties ?? {}).flatMap(([name, property]) => {
    const isShown = Object(property).show_in_node === true || name === 'source' || name === 'url';
    const value = module[name];
    const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '';
    return isShown && text !== '' ? [{ name, text }] : [];
  });
}
