;;; emacs.el --- Emacs without a screen: eglot with the server  -*- lexical-binding: t -*-
;; OFFCY=... emacs --batch -l emacs.el FILE

(require 'package)
(package-initialize)
(require 'cl-lib)
(require 'eglot)
(require 'flymake)

(define-derived-mode offcy-mode python-mode "offcy")
(add-to-list 'auto-mode-alist '("\\.p\\(yx\\|xd\\|xi\\)\\'" . offcy-mode))
(add-to-list 'eglot-server-programs (list 'offcy-mode (getenv "OFFCY") "lsp"))
(setq eglot-sync-connect 60 eglot-autoshutdown t eglot-confirm-server-initiated-edits nil)

(defun offcy-wait (words is-done)
  "Wait until IS-DONE says so; fail with WORDS."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall is-done)) (< (float-time) end))
      (accept-process-output nil 0.05))
    (unless (funcall is-done) (error "waited in vain for %s" words))))

(defun offcy-codes ()
  "The codes of what is shown in the buffer."
  (let ((words (mapconcat #'flymake-diagnostic-text (flymake-diagnostics) "\n")))
    (cl-remove-if-not (lambda (code) (string-match-p code words))
                      '("nothing" "sent to the device in every iteration"))))

(let ((file (car command-line-args-left)))
  (setq command-line-args-left nil)
  (find-file file)
  (eglot--connect '(offcy-mode) (cons 'transient default-directory) 'eglot-lsp-server
                  (list (getenv "OFFCY") "lsp") "cython")
  (unless (eglot-managed-p) (eglot--maybe-activate-editing-mode))
  (flymake-start)
  (offcy-wait "diagnostics" (lambda () (flymake-start) (= 2 (length (offcy-codes)))))
  ;; Definitions.
  (goto-char (point-min))
  (search-forward "2 * X")
  (backward-char)
  (let ((found (xref-backend-definitions 'eglot (symbol-name (symbol-at-point)))))
    (unless (string-match-p "doubled" (xref-item-summary (car found)))
      (error "no definition: %S" found)))
  ;; A hover.
  (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                (eglot--TextDocumentPositionParams))))
    (unless (string-match-p "X: double\\[::1\\]" (format "%S" hover))
      (error "no hover: %S" hover)))
  ;; A fix.
  (goto-char (point-min))
  (search-forward "for turn")
  (let* ((actions (eglot-code-actions (line-beginning-position) (line-end-position) "quickfix" nil))
         (fix (cl-find-if (lambda (one) (string-match-p "keep" (plist-get one :title))) actions)))
    (eglot--apply-workspace-edit (plist-get fix :edit))
    ;; Changes are sent when nobody types, which is never here.
    (eglot--signal-textDocument/didChange))
  (goto-char (point-min))
  (unless (search-forward "    with device({x: 'tofrom'}):\n        for turn in range" nil t)
    (error "no fix: %s" (buffer-string)))
  (offcy-wait "the diagnostic to go" (lambda () (flymake-start) (equal (offcy-codes) '("nothing"))))
  (set-buffer-modified-p nil)
  (eglot-shutdown (eglot--current-server-or-lose))
  (message "emacs: diagnostics, hover, definition and a fix"))
