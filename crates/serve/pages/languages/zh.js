// The words of the pages in Chinese.

/** @type {typeof import('./en.js').default} */
export default {
  pages: '页面', skip: '跳到正文', language: '语言',
  runs: '运行列表', run: '运行', newExperiment: '新建实验', compare: '比较', ladders: '优化阶梯', random: '随机数',
  gone: '服务器没有响应，可能已经结束。重新启动 quadrille serve 后，本页会自动重新连接。若仍未连接，请在终端按回车键，并打开新的链接。',
  back: '服务器已恢复响应。',
  cookieGone: '此浏览器的授权已失效。请在终端按回车键，并打开新的链接。',

  runsLead: '文件夹中的全部运行及其进度。',
  noRuns: '此文件夹中还没有运行。',
  name: '名称', kind: '类型', state: '状态', started: '开始时间', actions: '操作',
  waiting: '等待中', running: '运行中', complete: '已完成', unfinished: '未完成', failed: '失败', stopped: '已停止', done: '已完成',
  doneOf: '{done} / {total} {unit}', doneOnly: '{done} {unit}', progressOf: '{name} 的进度',
  stop: '停止', resume: '继续', delete: '删除', keep: '保留',
  deleteQuestion: '要删除运行 {name} 及其结果吗？', deleted: '已删除 {name}。',
  selectRun: '选择 {name} 进行比较', compareSelected: '比较选中的两个',
  unreadable: '无法读取 {name}：{reason}',

  noSuchRun: '没有这个名称的运行。',
  soFar: '目前的结果', bounds: '答案在 {low} 到 {high} 之间。', between: '（{low} 至 {high}）',
  report: '报告', reportInTab: '在新标签页中打开报告', reportOf: '{name} 的报告',
  files: '文件', filesAre: '报告和结果文件位于', experiment: '实验', experimentText: '实验文件',
  ranWith: '种子 {seed}，计算用时 {seconds} 秒，{threads} 个线程。',
  useAgain: '以此新建实验', compareWith: '比较对象',

  compareLead: '逐项比较同一类型的两个结果。', first: '第一个运行', second: '第二个运行', chooseRun: '选择运行',
  same: '两个结果相同。', differences: '共有 {count} 个值不同，其中 {significant} 个的区间不重叠。',
  significantMeans: '两个值的 95 % 置信区间不重叠时，差异显著。“–”表示没有区间。',
  value: '值', significant: '显著', yes: '是', no: '否', firstShown: '只显示前 {count} 项。',

  newLead: '选择一个示例，修改需要的部分，然后开始。输入时错误会用下划线标出。',
  startFrom: '从此开始', choose: '选择示例或模板', examples: '示例', templates: '模板：某一类型的全部键',
  orFile: '或选择文件', replaceText: '要替换已编辑的内容吗？', loaded: '{name} 已载入编辑器。', tooLarge: '文件超过 8 MiB。',
  suggestions: '候选', editorHint: '输入时或按 Ctrl+空格 显示候选，按 Ctrl+回车 开始运行。',
  line: '第 {line} 行', expected: '应为 {expected}',
  checking: '正在检查…', ready: '可以开始：{kind}。', notReady: '错误：{count} 个。',
  runName: '运行名称', start: '开始',
  filesInside: '实验引用的文件从此处读取：', noCommands: '外部程序玩家（cmd:…）需要 quadrille serve --allow-commands。',

  laddersLead: '对同样的数据做同样的工作，从最简单的循环开始逐级优化，在本机上计时。',
  ladder: '阶梯', measure: '测量', rung: '步骤', time: '每个 {item} 的时间', speedup: '加速比',

  randomLead: '随机数中肉眼可见的结构用图显示，其余的用检验发现。',
  pictures: '图', points: '每个点', consecutive: '是相邻的两个数', neighbours: '比较流 0 与流 1', distant: '比较流 0 与流 1000',
  seed: '种子', zoom: '放大左下角', generator: '生成器', generators: '生成器',
  pictureOf: '{generator} 的图：{count} 个点', pointsShown: '{count} 个点', fails: '已知未通过的检验：{fails}',
  picturesHint: '线性同余生成器的数对落在直线上。随机的数对在任何倍率下都均匀地填满正方形。',
  battery: '检验组', batteryLead: '对所选生成器进行统计检验，结论会在检验过程中陆续出现。',
  numbersPerTest: '每项检验的数目', alsoStreams: '同时检验其流', testThem: '开始检验',
};
