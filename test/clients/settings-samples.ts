/** Files of settings as other people and tools leave them: each must come back byte for byte. */
export const hostileSettings: readonly (readonly [name: string, text: string])[] = [
  ['an empty file', ''],
  ['a file of white space', ' \r\n\t\n'],
  ['a byte order mark and nothing else', '\ufeff'],
  ['an empty object', '{}'],
  ['an empty object over two lines', '{\n}\n'],
  ['an empty object with a space in it', '{ }\n'],
  ['an empty object with a comment in it', '{\n  // my settings\n}\n'],
  ['a byte order mark', '\ufeff{\n  "model": "opus"\n}\n'],
  ['Windows line ends', '{\r\n    "model": "opus",\r\n    "hooks": {\r\n    }\r\n}\r\n'],
  ['tabs', '{\n\t"model": "opus",\n\t"hooks": {\n\t\t"Stop": []\n\t}\n}\n'],
  ['no newline at the end', '{\n  "model": "opus"\n}'],
  ['one line', '{"model":"opus","hooks":{"Stop":[]}}'],
  ['one line with spaces', '{ "model": "opus", "hooks": { "Stop": [ ] } }\n'],
  [
    'comments and trailing commas',
    `// who: me
{
  /* the model */ "model": "opus", // the best
  "hooks": { // hooks of mine
    "Stop": [
      // play a sound
      { "hooks": [{ "type": "command", "command": "afplay done.aiff", },], }, // at the end
      // nothing more
    ], // stop ends here
  },
  // the last word
}
// after the end
`,
  ],
  ['a comment after the last entry', '{\n  "a": 1 // one\n  // two\n}\n'],
  ['a line comment with space behind it', '{\n  "a": [1 // one   \n  ]\n}\n'],
  [
    'hooks of three other tools, keys in an odd order',
    `{
  "hooks": {
    "UserPromptSubmit": [
      { "hooks": [ { "timeout": 30, "command": "python3 /opt/a/prompt.py", "type": "command" } ] },
      {
        "hooks": [
          {
            "type": "command",
            "command": "bun ~/.b/hook.ts"
          }
        ]
      }
    ],
    "Notification": [{"matcher":"","hooks":[{"type":"command","command":"c notify"}]}],
    "PostToolUse": [
        { "matcher": "Edit|Write", "hooks": [
            { "type": "command", "command": "prettier --write" },
            { "type": "http", "url": "http://localhost:1/x" } ] }
    ]
  },
  "permissions": { "allow": ["Bash(ls:*)"], "deny": [] },
  "$schema": "https://json.schemastore.org/claude-code-settings.json",
  "env": { "KEY": "value" }
}
`,
  ],
  ['hooks: null text in a string', '{"note":"hooks: [ { \\"// no comment\\" ,] }"}\n'],
  ['events that hold odd things', '{"hooks":{"Stop":[null,3,"x",[],{},{"hooks":{}},{"hooks":[null]}]}}\n'],
  [
    'the keys of hebb in empty forms',
    '{\n  "hooks": {\n    "Stop": [\n    ],\n    "PostToolUse": [ ]\n  }\n}\n',
  ],
];

/** Files that are left alone, with what is said of them. */
export const brokenSettings: readonly (readonly [name: string, text: string, said: string])[] = [
  ['a missing comma', '{\n  "a": 1\n  "b": 2\n}\n', '3:3: comma expected'],
  ['a file cut off', '{\n  "hooks": {', '2:13: close brace expected'],
  ['no JSON', 'model = "opus"\n', '1:1: invalid symbol'],
  ['two documents', '{}\n{}\n', '2:1: end of file expected'],
  ['an array', '[]\n', '1:1: an object is needed, this is an array'],
  ['null', 'null', '1:1: an object is needed, this is null'],
  ['hooks of a wrong type', '{\n  "hooks": []\n}', '2:12: hooks must be an object, this is an array'],
  ['hooks: null', '{"hooks":null}', '1:10: hooks must be an object, this is null'],
  [
    'an event of a wrong type',
    '{\n  "hooks": {\n    "Stop": { "hooks": [] }\n  }\n}',
    '3:13: hooks.Stop must be an array, this is an object',
  ],
  ['a key twice', '{"hooks":{},\n "hooks":{}}', '2:2: the key hooks stands here a second time'],
  ['an event twice', '{"hooks":{"Stop":[],"Stop":[]}}', '1:21: the key Stop stands here a second time'],
  [
    'a byte order mark before what is wrong',
    '\ufeff{"hooks":3}',
    '1:10: hooks must be an object, this is a number',
  ],
];
