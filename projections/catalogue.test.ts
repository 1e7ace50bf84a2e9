import { describe, expect, it } from 'vitest';
import { catalogue } from '#domain/catalogue.ts';
import { followerName } from './checkpoint.ts';
import { handledTypes } from './kit/projection.ts';
import { projectionFollowers } from './position.ts';
import { projections } from './projections.ts';

const everyType = Object.values(catalogue).flatMap(schemas => Object.keys(schemas));

describe.each(projections)('the $name projection', projection => {
  const handled = handledTypes(projection);

  it('handles or ignores every event type of the catalogue', () => {
    const known = new Set<string>([...handled, ...projection.ignores]);
    expect(everyType.filter(type => !known.has(type))).toEqual([]);
  });

  it('ignores nothing that it handles, and nothing that does not exist', () => {
    expect(projection.ignores.filter(type => handled.has(type) || !everyType.includes(type))).toEqual([]);
  });

  it('reads every category that it handles events of', () => {
    const wanted = Object.entries(catalogue).filter(([, schemas]) =>
      Object.keys(schemas).some(type => handled.has(type)),
    );
    expect(
      wanted
        .map(([category]) => category)
        .filter(category => !(projection.categories as readonly string[]).includes(category)),
    ).toEqual([]);
  });
});

it('all projections are waited for and watched by the names that gateways know', () => {
  expect(projectionFollowers.toSorted()).toEqual(
    projections.map(({ name }) => followerName(name)).toSorted(),
  );
});
