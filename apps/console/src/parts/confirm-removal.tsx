import type { ComponentProps } from 'react';
import { ConfirmByName } from './confirm-by-name';
import { notify } from './notify';

/** The part of a mutation that deletes an object. */
export interface Removal<K> {
  mutate(key: K, options: { readonly onSuccess: () => void }): void;
  readonly isPending: boolean;
  readonly error: unknown;
  reset(): void;
}

type Dialog = Pick<ComponentProps<typeof ConfirmByName>, 'title' | 'name' | 'action' | 'children' | 'onClose'>;

interface ConfirmRemovalProps<K> extends Dialog {
  readonly removal: Removal<K>;
  /** Which object. */
  readonly of: K;
  /** The message when it is deleted. */
  readonly done: string;
}

/** Deletes an object once its name is typed, says so and closes. */
export function ConfirmRemoval<K>({ removal, of, done, ...dialog }: ConfirmRemovalProps<K>) {
  const onClose = () => {
    // The error of this object is not that of the next one.
    removal.reset();
    dialog.onClose();
  };
  const onSuccess = () => {
    notify(done);
    onClose();
  };
  const { isPending, error } = removal;
  const onConfirm = () => removal.mutate(of, { onSuccess });
  return <ConfirmByName opened {...dialog} {...{ onClose, onConfirm, isPending, error }} />;
}
