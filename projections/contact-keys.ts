/**
 * The keys by which one index finds contacts, in SQL: whose company's, every three letters in a row of name, e-mail and
 * number as pg_trgm reads them, the default queue, the wallet, and one of 256 samples that a contact falls into by
 * its id. As text search they can be asked for by their beginning: two letters are the beginning of three.
 */
export const contactKeys =
  'projection.contact_keys(company_id, id, sought, email, number, queue_id, wallet_user_ids)';

/** Makes the function. Its index comes with the tables of the read model. */
export const contactKeysStep = `
do $$ begin
  execute format($function$
    create or replace function projection.contact_keys(
      company_id uuid, id uuid, sought text, email text, number text, queue_id uuid, wallet_user_ids uuid[]
    ) returns tsvector language sql immutable parallel safe
    return array_to_tsvector(
      %s.show_trgm(sought || chr(10) || coalesce(lower(email), '') || chr(10) || number)
      || array['c:' || company_id::text, '#' || right(id::text, 2), 'q:' || coalesce(queue_id::text, '')]
      || string_to_array('w:' || array_to_string(wallet_user_ids, ' w:'), ' '))
  $function$, (select quote_ident(nspname) from pg_extension e
    join pg_namespace n on n.oid = e.extnamespace where extname = 'pg_trgm'));
end $$;
`;
