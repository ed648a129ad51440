import { useTranslation } from 'react-i18next';
import { useKindText } from '../kinds/use-kind-text';
import { facetName } from './facets';
import type { FilterGroup } from './filters';

/** Names facets as people know them: `topics / sea`, `Subtitles`, `Spanish`. */
export function useFacetName(): (path: string, group: FilterGroup) => string {
  const { i18n } = useTranslation('filters');
  const kindText = useKindText();
  return (path, group) => {
    const name = facetName(path, group, i18n.language);
    return group === 'kinds' ? kindText(name) : name;
  };
}
