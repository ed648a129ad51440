import type { ListedModule, ModuleTypesByName } from '@lectern/contracts/agents';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ModuleAction, moduleTitle } from './module-card';
import {
  type EditedModule,
  moduleAt,
  type ModulePath,
  moved,
  withModuleAdded,
  withModuleAt,
  withModuleMoved,
  withoutModuleAt,
} from './module-tree';
import type { ModuleSlot } from './schema-fields';
import { type LaneKey, useChangeLane } from './workflow';

interface LaneEdits {
  readonly lane: LaneKey;
  readonly types: ModuleTypesByName;
  readonly modules: readonly ListedModule[];
}

/** A module of the lane, or one within it. */
interface Spot {
  readonly root: ListedModule;
  readonly path: ModulePath;
}

/** What a dialog is open for. */
export type Editing =
  | ({ readonly what: 'edit' } & Spot)
  | ({ readonly what: 'delete' } & Spot)
  | ({ readonly what: 'add'; readonly slot: ModuleSlot } & Spot)
  | { readonly what: 'append' };

/** What people do with the modules of a lane. Modules within another are saved with it. */
export function useLaneEdits({ lane, types, modules }: LaneEdits) {
  const { t } = useTranslation('agents');
  const { mutate, isPending, error, reset } = useChangeLane(lane);
  const [editing, setEditing] = useState<Editing>();
  const [said, setSaid] = useState('');
  const end = () => {
    setEditing(undefined);
    reset();
  };
  const onSuccess = end;
  const put = (root: ListedModule, module: EditedModule) => mutate({ what: 'set', id: root.id, module }, { onSuccess });
  const nameOf = ({ root, path }: Spot) => moduleTitle(moduleAt(root, path) ?? root, types);

  const move = (root: ListedModule, index: number, by: 1 | -1) => {
    const next = moved(modules, index, by);
    if (next === modules) return;
    setSaid(t('module.moved', { name: moduleTitle(root, types), place: index + by + 1, count: modules.length }));
    mutate({ what: 'order', ids: next.map(({ id }) => id) });
  };
  const act = (root: ListedModule, index: number, action: ModuleAction) => {
    if (action.what !== 'move') setEditing({ ...action, root });
    else if (action.path.length === 0) move(root, index, action.by);
    else put(root, withModuleMoved(root, action.path, action.by));
  };
  const save = (module: EditedModule) => {
    if (editing?.what === 'edit') put(editing.root, withModuleAt(editing.root, editing.path, module));
    else if (editing?.what === 'add') {
      const { name: member, isList } = editing.slot;
      put(editing.root, withModuleAdded(editing.root, editing.path, { member, isList, module }));
    } else mutate({ what: 'add', module }, { onSuccess });
  };
  const remove = () => {
    if (editing?.what !== 'delete') return;
    const { root, path } = editing;
    setSaid(t('module.removed', { name: nameOf(editing) }));
    if (path.length === 0) mutate({ what: 'delete', id: root.id }, { onSuccess });
    else put(root, withoutModuleAt(root, path));
  };
  const edited = editing?.what === 'edit' ? moduleAt(editing.root, editing.path) : undefined;
  const append = () => setEditing({ what: 'append' });
  return { editing, edited, error, isPending, said, act, append, save, remove, end, nameOf };
}
