import sys,hashlib,struct
b=open(sys.argv[1],'rb').read()
i=1
out=[]
while True:
    i=b.find(b'\x7fELF\x02\x01\x01',i)
    if i<0: break
    if struct.unpack_from('<H',b,i+18)[0]==190: out.append(i)
    i+=4
for k,o in enumerate(out):
    shoff=struct.unpack_from('<Q',b,o+40)[0]; n=struct.unpack_from('<H',b,o+60)[0]; e=struct.unpack_from('<H',b,o+58)[0]
    size=shoff+n*e
    print(k,o,size,hashlib.md5(b[o:o+size]).hexdigest())
