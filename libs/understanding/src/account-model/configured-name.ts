import { asUuid } from '@lectern/contracts/core';

const CONFIGURED = /^(.+)\/([0-9a-fA-F-]{32,36})$/;

/** The parts of `<model>/<id of a model configuration>`; undefined for any other name. */
export function configuredName(name: string): { readonly model: string; readonly id: string } | undefined {
  const [, model, written = ''] = CONFIGURED.exec(name) ?? [];
  const id = asUuid(written);
  return model === undefined || id === undefined ? undefined : { model, id };
}

/** Whether a name always refers to a model of the account: `<model>/<id of a configuration>`, or `custom:<name>`. */
export function isOfAccount(name: string): boolean {
  return name.startsWith('custom:') || configuredName(name) !== undefined;
}
