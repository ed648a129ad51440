const PARAGRAPH = `jsonb_build_array(jsonb_build_object('start', 0, 'end', char_length(g.text), 'kind', g.kind,
  'key', concat_ws('/', r.id, 'a', g.id, '0-' || char_length(g.text)), 'start_seconds', '[]'::jsonb,
  'end_seconds', '[]'::jsonb, 'classifications', '[]'::jsonb, 'sentences', '[]'::jsonb, 'page', NULL,
  'representation', NULL, 'relations', NULL, 'headings', '[]'::jsonb, 'language', ''))`;
const NOTHING = { summary: '', language: '', languages: [], mimeType: '', entities: [], links: [], errors: [] };
const UNDERSTOOD = `'${JSON.stringify(NOTHING)}'::jsonb`;

/**
 * Titles and summaries to embed, for resources in rows of `from`: each one that a user chose or that was found in the
 * content is a paragraph. Their version is that of the resource. Those already stored are left out.
 *
 * @returns a select of all columns of `extracted_fields`
 */
export function genericsSql(from: string): string {
  return `
    SELECT r.kbid, r.id, 'a', g.id, r.version, g.text, ${PARAGRAPH}, ${UNDERSTOOD}, now()
    FROM ${from} r CROSS JOIN LATERAL (VALUES
      ('title', 'TITLE', r.title, r.title_is_provisional),
      ('summary', 'DESCRIPTION', r.summary, r.summary_is_provisional)
    ) AS g (id, kind, text, is_provisional)
    WHERE NOT g.is_provisional AND g.text ~ '\\S' AND NOT EXISTS (
      SELECT FROM extracted_fields e
      WHERE e.kbid = r.kbid AND e.rid = r.id AND e.letter = 'a' AND e.id = g.id AND e.text = g.text)`;
}

/** Columns that a row needs for `genericsSql`. */
export const GENERIC_COLUMNS = 'title, title_is_provisional, summary, summary_is_provisional, version';
