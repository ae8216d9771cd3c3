import { describe, expect, it } from 'vitest';
import { buildLexicon } from '../../src/text/synonyms.ts';
import { readTerms, tokenize } from '../../src/text/terms.ts';

describe('tokenize', () => {
  it.each([
    ['The tests were failing', ['test', 'fail']],
    ['went to the indices', ['go', 'index']],
    ['to be or not to be', ['not']],
    ['the of', ['the', 'of']],
    ['userId', ['user', 'id', 'userid']],
    ['files/directories', ['file', 'directori']],
    ['twenty-five v1.2.3', ['25', '1.2.3']],
    ["don't push", ['not', 'push']],
    ['使用依赖', ['使用', '依赖']],
    ['等待三十秒', ['等待', '30', '秒']],
    ['Verwende die Bibliothek für Tests', ['verwend', 'bibliothek', 'test']],
  ])('%s', (text, expected) => {
    expect(tokenize(text)).toEqual(expected);
  });

  it('adds bigrams to longer pieces of scripts without spaces', () => {
    expect(tokenize('テスト')).toEqual(['テスト', 'テス', 'スト']);
  });

  it('is empty for text without words', () => {
    expect(tokenize('🚀 !!! …')).toEqual([]);
  });
});

describe('readTerms', () => {
  const terms = (text: string, ...extra: string[][]): string[] =>
    readTerms(text, buildLexicon(extra)).map(({ term }) => term);

  it('folds synonyms, phrases too', () => {
    expect(terms('Open a pull request')).toEqual(terms('open a PR'));
    expect(terms('delete the folder')).toEqual(terms('remove the directories'));
  });

  it('takes the lists of a user', () => {
    expect(terms('the flux')).not.toEqual(terms('the capacitor'));
    expect(terms('the flux', ['flux', 'capacitor'])).toEqual(terms('the capacitor', ['flux', 'capacitor']));
    expect(terms('call the Big  Red', ['big red', 'brb'])).toEqual(terms('call the BRB', ['big red', 'brb']));
  });

  it('counts a compound less than a word', () => {
    expect(readTerms('userId').find(({ term }) => term === 'userid')?.weight).toBe(0.7);
  });
});
