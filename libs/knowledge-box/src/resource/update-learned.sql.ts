/** Updates what processing may change of resources ($1, JSON list of entities). */
export const updateLearnedSql = `
  UPDATE resources AS r
  SET title = v.title, title_is_provisional = v."titleIsProvisional", summary = v.summary,
    summary_is_provisional = v."summaryIsProvisional", icon = v.icon,
    language = v.language, languages = v.languages, status = v.status, version = v.version
  FROM json_to_recordset($1) AS v (kbid uuid, id text, title text, "titleIsProvisional" boolean, summary text,
    "summaryIsProvisional" boolean, icon text, language text, languages text[], status text, version bigint)
  WHERE r.kbid = v.kbid AND r.id = v.id`;
