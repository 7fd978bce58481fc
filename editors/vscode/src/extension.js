// Starts `offcy lsp` for Cython files and hands its answers to the editor.

const path = require("node:path");
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

/** The program as the settings name it. */
function program() {
  const named = vscode.workspace.getConfiguration("offcy").get("path") || "offcy";
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const isRelative = !path.isAbsolute(named) && /[\\/]/.test(named);
  return isRelative && root ? path.join(root, named) : named;
}

async function start() {
  const server = { command: program(), args: ["lsp"] };
  const settings = vscode.workspace.getConfiguration("offcy");
  client = new LanguageClient("offcy", "offcy", server, {
    documentSelector: [
      { language: "cython", scheme: "file" },
      { language: "cython", scheme: "untitled" },
    ],
    initializationOptions: JSON.parse(JSON.stringify(settings)),
    synchronize: { configurationSection: "offcy" },
  });
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `offcy: \`${server.command}\` cannot be started: ${error.message ?? error}`,
      "Settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "offcy.path");
  }
}

async function stop() {
  const running = client;
  client = undefined;
  if (running?.isRunning()) await running.stop();
}

exports.activate = async (context) => {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    vscode.commands.registerCommand("offcy.restart", restart),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("offcy.path")) return restart();
    }),
  );
  await start();
};

exports.deactivate = stop;
