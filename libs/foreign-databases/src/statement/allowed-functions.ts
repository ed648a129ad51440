import type { SqlDialect } from '../dialect';

/**
 * Functions that statements may call. Only these: databases have thousands of functions, extensions and users add
 * more, and nobody can list all that read files, wait, lock, connect or change something. Those that make long values
 * of nothing, such as `repeat`, are left out, too.
 */
const shared =
  'count sum avg min max abs ceil ceiling floor round sqrt power pow mod exp ln log log10 sign sin cos tan asin acos ' +
  'atan atan2 degrees radians pi lower upper length trim ltrim rtrim replace substr substring instr coalesce nullif ' +
  'row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value concat concat_ws ' +
  'json_array json_object left right reverse ascii current_date current_time current_timestamp';

const own: Readonly<Record<SqlDialect, string>> = {
  postgresql:
    'age array_agg array_length array_position array_remove array_to_string bit_and bit_length bit_or bool_and bool_or ' +
    'btrim cardinality cbrt char_length character_length chr corr covar_pop covar_samp date date_bin date_part ' +
    'date_trunc div every extract format_type gcd greatest least grouping initcap isfinite jsonb_agg jsonb_array_elements ' +
    'jsonb_array_elements_text jsonb_array_length jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text ' +
    'jsonb_extract_path jsonb_extract_path_text jsonb_object_agg jsonb_object_keys jsonb_typeof json_agg ' +
    'json_array_elements json_array_elements_text json_array_length json_build_array json_build_object json_each ' +
    'json_each_text json_extract_path json_extract_path_text json_object_agg json_object_keys json_typeof to_json ' +
    'to_jsonb row_to_json justify_days justify_hours justify_interval lcm localtime localtimestamp make_date ' +
    'make_interval make_time make_timestamp md5 mode now nullif octet_length overlay percentile_cont percentile_disc ' +
    'position regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace regexp_split_to_array ' +
    'regexp_split_to_table regexp_substr regr_slope regr_intercept regr_r2 scale split_part starts_with stddev ' +
    'stddev_pop stddev_samp string_agg string_to_array strpos timezone to_char to_date to_number to_timestamp ' +
    'to_tsquery to_tsvector plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_rank ts_rank_cd translate trunc ' +
    'unnest var_pop var_samp variance width_bucket bit_count like_escape similar_to_escape isnull notnull ' +
    'array_cat array_append array_upper array_lower lower_inc upper_inc isempty ts_headline unaccent similarity ' +
    'generate_series date_add date_subtract',
  mysql:
    'adddate addtime any_value bit_and bit_count bit_length bit_or bit_xor char_length character_length cast convert ' +
    'conv cot crc32 curdate curtime date date_add date_format date_sub datediff day dayname dayofmonth dayofweek ' +
    'dayofyear elt extract field find_in_set format from_days from_unixtime greatest least group_concat hex hour if ' +
    'ifnull inet_aton inet_ntoa insert is_uuid isnull json_arrayagg json_contains json_contains_path json_depth ' +
    'json_extract json_keys json_length json_objectagg json_overlaps json_search json_type json_unquote json_valid ' +
    'json_value json_quote last_day lcase localtime localtimestamp locate log2 makedate maketime md5 microsecond mid ' +
    'minute month monthname now octet_length ord period_add period_diff position quarter regexp_instr regexp_like ' +
    'regexp_replace regexp_substr sec_to_time second sha1 sha2 soundex std stddev stddev_pop stddev_samp str_to_date ' +
    'strcmp subdate substring_index subtime sysdate time time_format time_to_sec timediff timestamp timestampadd ' +
    'timestampdiff to_days to_seconds truncate ucase unhex unix_timestamp utc_date utc_time utc_timestamp var_pop ' +
    'var_samp variance week weekday weekofyear year yearweek grouping bin oct nvl nvl2 median percentile_cont',
  sqlite:
    'acosh asinh atanh char cosh date datetime glob group_concat hex ifnull iif if json json_array_length json_each ' +
    'json_extract json_group_array json_group_object json_quote json_tree json_type json_valid jsonb julianday like ' +
    'likelihood likely log2 octet_length quote sinh soundex strftime string_agg tanh time timediff total trunc typeof ' +
    '-> ->> unhex unicode unixepoch unlikely subtype median percentile bm25 highlight snippet match regexp',
};

const sets = new Map<SqlDialect, ReadonlySet<string>>();

/** Names of the functions that statements of a dialect may call, in lower case. */
export function allowedFunctions(dialect: SqlDialect): ReadonlySet<string> {
  const known = sets.get(dialect) ?? new Set(`${shared} ${own[dialect]}`.split(' '));
  sets.set(dialect, known);
  return known;
}
