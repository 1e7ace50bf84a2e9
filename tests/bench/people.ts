import type { Pool } from 'pg';
import { openClient } from '#eventstore/database/pool.ts';
import { connectionConfig } from '#projections/database.ts';
import { inbox } from '#projections/inbox/projection.ts';
import { contactTable } from '#projections/inbox/record-tables.ts';
import { createIndexes } from '#projections/schema.ts';
import { crowd, neighbour } from './years.ts';

/** Those that most people have come first, and are drawn far more often than the last. */
const firstNames =
  `Maria José Ana João Antônio Francisco Carlos Paulo Pedro Lucas Luiz Marcos Gabriel Rafael Francisca Daniel Marcelo
  Bruno Eduardo Felipe Raimundo Rodrigo Antônia Adriana Juliana Márcia Fernanda Patrícia Aline Sandra Camila Amanda
  Bruna Jéssica Letícia Júlia Luciana Vanessa Mariana Gabriela Vera Vitória Larissa Cláudia Beatriz Rita Sônia Renata
  Eliane Josefa Simone Natália Cristiane Carla Débora Rosângela Jaqueline Rosa Daniela Aparecida Marlene Terezinha
  Raimunda Andréia Fabiana Lúcia Raquel Ângela Rafaela Joana Luzia Elaine Daniele Regina Sebastião Miguel André Fábio
  Fernando Jorge Guilherme Leonardo Gustavo Roberto Leandro Tiago Anderson Márcio Ricardo Edson Alexandre Sérgio
  Vinícius Cícero Mateus Diego Renato Júlio Igor Wellington Zuleica Xênia`.split(/\s+/);
const lastNames =
  `Silva Santos Oliveira Souza Pereira Lima Costa Ferreira Rodrigues Almeida Nascimento Carvalho Alves Araújo Ribeiro
  Gomes Barbosa Martins Rocha Soares Vieira Fernandes Dias Monteiro Cardoso Melo Cavalcanti Teixeira Moreira Mendes
  Freitas Batista Nunes Ramos Machado Castro Azevedo Campos Reis Lopes Cruz Moura Borges Andrade Barros Correia Pinto
  Farias Fonseca Miranda Nogueira Tavares Peixoto Siqueira Guimarães Brito Leite Xavier Coelho Aguiar Pinheiro Duarte
  Macedo Amaral Bezerra Camargo Assis Cunha Dantas Esteves Falcão Garcia Horta Ibiapina Jardim Kubitschek Lacerda
  Magalhães Neves Ornelas Paiva Queiroz Rezende Sampaio Toledo Uchôa Valadares Werneck Yamamoto Zanella`.split(
    /\s+/,
  );
const accented = 'áàâãéêíóôõúüçÁÂÉÊÍÓÔÚÇ';
const plain = 'aaaaeeiooouucAAEEIOOUC';
/** The name of whom there is one in the crowd. */
export const rareName = 'Xumbrega Paralelo';

/**
 * Puts a crowd of so many contacts, and a third as many of a company beside it, into the read model: names as Brazilians
 * have them, a few of which most share, for half an e-mail, a default queue and somebody's wallet. Nothing happens when
 * they are there.
 */
export const fillContacts = async (url: string, pool: Pool, count: number): Promise<void> => {
  const { rows } = await pool.query<{ there: string }>(
    'select count(*) as there from inbox.contact where company_id = $1',
    [crowd.id],
  );
  if (Number(rows[0]?.there) === count) return;
  await pool.query('delete from inbox.contact where company_id = any($1)', [[crowd.id, neighbour]]);
  for (const [index] of contactTable.indexes.entries())
    await pool.query(`drop index if exists inbox.contact_${index + 1}`);
  for (const [companyId, many] of [
    [crowd.id, count],
    [neighbour, Math.ceil(count / 3)],
  ])
    await pool.query(insert, [
      companyId,
      many,
      firstNames,
      lastNames,
      crowd.queueIds,
      crowd.userIds,
      rareName,
    ]);
  await pool.query(
    `insert into inbox.setting (company, key, value, company_id, position)
     values ($1, 'useContactWallet', 'enabled', $1, 0) on conflict do nothing`,
    [crowd.id],
  );
  const client = openClient(connectionConfig(url));
  await client.connect();
  await createIndexes([client], inbox, 'inbox');
  await client.end();
  await pool.query('vacuum analyze inbox.contact');
};

/** A number from 0 to 1, always the same for the `k`th thing drawn for contact `n`. */
const drawn = (k: number): string => `((hashint8extended(n, ${k}) & 2147483647) / 2147483648.0)`;
const one = (of: string, k: number, skew: number): string =>
  `(${of})[1 + floor(power(${drawn(k)}, ${skew}) * cardinality(${of}))::int]`;

const insert = `
  insert into inbox.contact (id, name, number, email, extra_info, notification, sought, is_group, queue_id,
    wallet_user_ids, removed, created_at, updated_at, company_id, position)
  select gen_random_uuid(), name, number,
    case when n % 2 = 0 then replace(lower(translate(name, '${accented}', '${plain}')), ' ', '.') || n || '@mail.example' end,
    '[]', true, lower(translate(name, '${accented}', '${plain}')), n % 100 = 1,
    case when ${drawn(11)} < 0.5 then ${one('$5::uuid[]', 12, 1)} end,
    case when ${drawn(13)} < 0.5 then array[${one('$6::uuid[]', 14, 1)}] else '{}' end,
    n % 100 = 2, now(), now(), $1::uuid, n
  from (
    select n, '55' || (11 + n % 80) || '9' || lpad((n * 7919::bigint % 100000000)::text, 8, '0') as number,
      case when n = 777 then $7 else
        ${one('$3::text[]', 1, 2)} || case when ${drawn(2)} < 0.4 then ' ' || ${one('$3::text[]', 3, 2)} else '' end
        || ' ' || ${one('$4::text[]', 4, 2.2)} || case when ${drawn(5)} < 0.7 then ' ' || ${one('$4::text[]', 6, 2.2)} else '' end
      end as name
    from generate_series(1, $2::bigint) n) p`;
