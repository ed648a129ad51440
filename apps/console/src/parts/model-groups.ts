import type { GenerativeOption, LearningSchema } from '@lectern/contracts/understanding';
import { useTranslation } from 'react-i18next';
import { providerTitle } from './model-keys/key-fields';

/** Models under one heading. */
export interface ModelGroup {
  readonly group: string;
  /** By what requests call them, with their names for people. */
  readonly items: { readonly value: string; readonly label: string }[];
}

/** Headings of models that no provider has. */
interface ModelHeadings {
  readonly ofAccount: string;
  readonly builtIn: string;
}

/** Models by whose they are: those that the account has configured first. */
export function modelGroups(schema: LearningSchema, headings: ModelHeadings): ModelGroup[] {
  const { options } = schema.generative_model;
  const headingOf = ({ value, provider }: GenerativeOption) => {
    if (isOfAccount(value)) return headings.ofAccount;
    return provider === 'local' ? headings.builtIn : providerTitle(provider, schema.user_keys.schemas[provider]);
  };
  const first = options.filter(({ value }) => isOfAccount(value));
  const others = options.filter(({ value }) => !isOfAccount(value));
  const groups = Map.groupBy([...first, ...others], headingOf);
  return [...groups].map(([group, models]) => ({
    group,
    items: models.map(({ value, name: label }) => ({ value, label })),
  }));
}

/** The same, with headings in the language of the page; empty while the schema is not known. */
export function useModelGroups(schema: LearningSchema | undefined): ModelGroup[] {
  const { t } = useTranslation();
  return schema ? modelGroups(schema, { ofAccount: t('models.ofAccount'), builtIn: t('models.builtIn') }) : [];
}

/** A configured model has the id of its configuration in its name, a custom one its kind. */
function isOfAccount(model: string): boolean {
  return model.includes('/') || model.startsWith('custom:');
}

/** Whether one of its names contains a text, without regard to case. */
export function isNamed(names: readonly (string | undefined)[], text: string): boolean {
  return names.join(' ').toLowerCase().includes(text.trim().toLowerCase());
}
