// The words of the pages in Japanese.

/** @type {typeof import('./en.js').default} */
export default {
  pages: 'ページ', skip: '本文へ移動', language: '言語',
  runs: '実行一覧', run: '実行', newExperiment: '新しい実験', compare: '比較', ladders: '最適化の段階', random: '乱数',
  gone: 'サーバーが応答しません。終了した場合は quadrille serve をもう一度起動すると、このページは自動的に再接続します。再接続しないときは、端末で Enter を押し、表示されたリンクを開いてください。',
  back: 'サーバーが応答しています。',
  cookieGone: 'このブラウザーの認証が切れました。端末で Enter を押し、表示されたリンクを開いてください。',

  runsLead: 'フォルダー内のすべての実行とその進み具合です。',
  noRuns: 'このフォルダーにはまだ実行がありません。',
  name: '名前', kind: '種類', state: '状態', started: '開始', actions: '操作',
  waiting: '順番待ち', running: '実行中', complete: '完了', unfinished: '未完了', failed: '失敗', stopped: '停止', done: '完了',
  doneOf: '{done} / {total} {unit}', doneOnly: '{done} {unit}', progressOf: '{name} の進み具合',
  stop: '停止', resume: '再開', delete: '削除', keep: '残す',
  deleteQuestion: '実行 {name} を結果ごと削除しますか。', deleted: '{name} を削除しました。',
  selectRun: '{name} を比較の対象にする', compareSelected: '選んだ二つを比較',
  unreadable: '{name} は読み込めません: {reason}',

  noSuchRun: 'この名前の実行はありません。',
  soFar: 'これまでの結果', bounds: '答えは {low} から {high} の間です。', between: '({low} ～ {high})',
  report: 'レポート', reportInTab: 'レポートを新しいタブで開く', reportOf: '{name} のレポート',
  files: 'ファイル', filesAre: 'レポートと結果のファイルの場所:', experiment: '実験', experimentText: '実験ファイル',
  ranWith: 'シード {seed}、計算時間 {seconds} 秒、{threads} スレッド。',
  useAgain: '新しい実験の元にする', compareWith: '比較の相手',

  compareLead: '同じ種類の二つの結果を、値ごとに比べます。', first: '一つ目の実行', second: '二つ目の実行', chooseRun: '実行を選択',
  same: '二つの結果は同じです。', differences: '{count} 個の値が異なり、そのうち {significant} 個は区間が重なりません。',
  significantMeans: '両方の値の 95 % 信頼区間が重ならないとき、差は有意です。「–」は区間がないことを表します。',
  value: '値', significant: '有意', yes: 'はい', no: 'いいえ', firstShown: '最初の {count} 個を表示しています。',

  newLead: '例を選び、好きなところを変えて開始します。誤りは入力中に下線で示されます。',
  startFrom: '元にするもの', choose: '例またはひな形を選択', examples: '例', templates: 'ひな形: 種類ごとのすべてのキー',
  orFile: 'またはファイル', replaceText: '編集した内容を置き換えますか。', loaded: '{name} をエディターに読み込みました。', tooLarge: 'ファイルが 8 MiB を超えています。',
  suggestions: '候補', editorHint: '候補は入力中、または Ctrl+Space で表示されます。Ctrl+Enter で開始します。',
  line: '{line} 行目', expected: '正しい値は {expected}',
  checking: '確認中…', ready: '開始できます: {kind}。', notReady: '誤り: {count} 件。',
  runName: '実行の名前', start: '開始',
  filesInside: '実験が指定するファイルを読み込むフォルダー:', noCommands: 'プログラムであるプレイヤー (cmd:…) には quadrille serve --allow-commands が必要です。',

  laddersLead: '同じデータに対する同じ処理を、単純なループから順に、このマシンで測定します。',
  ladder: '対象', measure: '測定', rung: '段階', time: '{item} あたりの時間', speedup: '速度比',

  randomLead: '乱数のうち、目に見える構造は図で、見えないものは検定で調べます。',
  pictures: '図', points: '点の意味', consecutive: '続けて出た二つの数', neighbours: 'ストリーム 0 と 1 の比較', distant: 'ストリーム 0 と 1000 の比較',
  seed: 'シード', zoom: '左下の隅を拡大', generator: '生成器', generators: '生成器',
  pictureOf: '{generator} の図: {count} 点', pointsShown: '{count} 点', fails: '既知の不合格: {fails}',
  picturesHint: '線形合同法の組は直線の上に並びます。真に乱雑な組は、どの倍率でも正方形を一様に満たします。',
  battery: '検定一式', batteryLead: '選んだ生成器の統計的検定です。判定は検定の途中から表示されます。',
  numbersPerTest: '検定あたりの数', alsoStreams: 'ストリームも検定する', testThem: '検定を開始',
};
