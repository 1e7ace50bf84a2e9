import { partName } from '#contracts/answer-words/part-name.ts';
import type { AnswerFigures } from '#contracts/questions.ts';
import type { Language } from '#domain/company/settings.ts';
import type { Grouping } from '#domain/questions/definition.ts';
import { question } from '#domain/records/question.ts';
import { csvLine, csvMark } from '#domain/shared/csv.ts';
import { recordsByIds } from '#projections/records/queries/records.ts';
import type { Queryable } from '#projections/tenant.ts';
import { words } from './answer-words.ts';
import { readAnswer } from './question-answer.ts';

type Asked = {
  readonly ids: readonly string[];
  readonly by: Grouping;
  readonly zone: string;
  readonly language: Language;
  readonly userId: string;
};

/**
 * The tables of one or several versions as separated values that no spreadsheet takes for formulas, a line for each
 * part; times are seconds.
 * @throws {CallRefused} ERR_NO_QUESTION_FOUND
 */
export const answersCsv = async (db: Queryable, { ids, userId, ...how }: Asked): Promise<string> => {
  const lines: string[] = [csvMark + csvLine(words[how.language].headings)];
  for (const id of ids) {
    const answer = await readAnswer(db, { id, ...how });
    const { version } = answer;
    const [asked] = await recordsByIds(db, question, [version.questionId], userId);
    const of = [String(asked?.name ?? ''), String(version.number)];
    for (const [part, figures] of partsOf(answer, how))
      lines.push(csvLine([...of, ...part, ...cells(figures)]));
  }
  return lines.join('');
};

type Answer = Awaited<ReturnType<typeof readAnswer>>;
type Part = readonly [part: readonly [by: string, of: string], figures: AnswerFigures];

const partsOf = (
  { total, months, rows }: Answer,
  { by, language }: Pick<Asked, 'by' | 'language'>,
): readonly Part[] => {
  const { groupings, total: inAll, noKey, unknown } = words[language];
  return [
    [[inAll, ''], total],
    ...months
      .toReversed()
      .map(
        ({ month, ...figures }): Part => [
          [groupings.month, partName(month, null, { by: 'month', language, noKey, unknown })],
          figures,
        ],
      ),
    ...(by === 'none' || by === 'month'
      ? []
      : rows.map(
          ({ key, name, ...figures }): Part => [
            [groupings[by], partName(key, name, { by, language, noKey, unknown })],
            figures,
          ],
        )),
  ];
};

const cells = ({ count, median, p90, average }: AnswerFigures): readonly string[] => [
  String(count),
  ...[median, p90, average].map(ms => (ms === null ? '' : String(Math.round(ms / 1_000)))),
];
